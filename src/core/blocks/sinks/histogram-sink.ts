import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { LEVEL, typedPorts } from "../definition.ts";

const NUMBER = { ...LEVEL, change: "rebuild" } as const;

const fields = {
  bins: field.whole("Bins", "Intervals between the limits.", { default: 64, ...NUMBER, min: 2, max: 1024, step: 1 }),
  from: field.number("From", "Lower limit of the first bin.", { default: -2, ...NUMBER }),
  to: field.number("To", "Upper limit of the last bin.", { default: 2, ...NUMBER }),
  over: field.choice(
    "Count over",
    "Whether counts add up over the whole run, or begin again in each page.",
    ["run", "page"],
    { default: "run" },
  ),
};

export type HistogramSink = ValuesOf<typeof fields>;

export const histogramSink = defineBlock({
  title: "Histogram",
  category: "sinks",
  summary: "Counts the values of real items in bins of equal width.",
  formula: "bin = ⌊bins·(x − from)/(to − from)⌋",
  help: "Values outside the limits are not counted. The lower limit belongs to the first bin, the upper limit to none.",
  keywords: ["histogram sink", "distribution", "qtgui histogram sink"],
  fields,
  ports: () => typedPorts({ in: "real" }, {}),
  plan: async () => (await import("./histogram-sink.plan.ts")).createHistogramSink,
});
