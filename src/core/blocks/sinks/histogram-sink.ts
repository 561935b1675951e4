import type { BlockType } from "../../flow/graph/block-type.ts";

export interface HistogramSink {
  bins: number;
  from: number;
  to: number;
  over: "page" | "run";
}

const number = { kind: "number", change: "rebuild", unit: "", min: -1e30, max: 1e30, step: 0.1 } as const;

export const histogramSink: BlockType<HistogramSink> = {
  title: "Histogram",
  category: "sinks",
  summary: "Counts the values of real items in bins of equal width.",
  formula: "bin = ⌊bins·(x − from)/(to − from)⌋",
  help: "Values outside the limits are not counted. The lower limit belongs to the first bin, the upper limit to none.",
  keywords: ["histogram sink", "distribution", "qtgui histogram sink"],
  fields: {
    bins: {
      ...number,
      label: "Bins",
      min: 2,
      max: 1024,
      step: 1,
      integer: true,
      description: "Intervals between the limits.",
    },
    from: { ...number, label: "From", description: "Lower limit of the first bin." },
    to: { ...number, label: "To", description: "Upper limit of the last bin." },
    over: {
      kind: "choice",
      change: "rebuild",
      label: "Count over",
      choices: ["run", "page"] satisfies HistogramSink["over"][],
      description: "Whether counts add up over the whole run, or begin again in each page.",
    },
  },
  defaults: { bins: 64, from: -2, to: 2, over: "run" },
  ports: () => ({ inputs: [{ name: "in", type: "real" }], outputs: [] }),
  plan: async () => (await import("./histogram-sink.plan.ts")).createHistogramSink,
};
