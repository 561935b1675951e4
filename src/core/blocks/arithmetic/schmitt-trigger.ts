import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { BITS_OR_REAL, inAndOut, LEVEL } from "../definition.ts";

const fields = {
  low: field.number("Low level", "A sample below it gives 0.", { default: 0.4, ...LEVEL }),
  high: field.number("High level", "A sample above it gives 1.", { default: 0.6, ...LEVEL }),
  initial: field.choice(
    "Output at the start",
    "The output before a sample is above the high level or below the low level.",
    ["0", "1"],
    { default: "0" },
  ),
  output: BITS_OR_REAL,
};

export type SchmittTrigger = ValuesOf<typeof fields>;

export const schmittTrigger = defineBlock({
  title: "Schmitt trigger",
  category: "arithmetic",
  summary: "Gives 1 after a sample above the high level, and 0 after one below the low level.",
  formula: "y[n] = 1 if x[n] > high, else 0 if x[n] < low, else y[n−1]",
  help:
    "Between the levels the output stays as it is. So noise smaller than their distance makes no pulses, as it does " +
    "after a threshold.",
  keywords: ["threshold_ff", "hysteresis", "comparator", "squelch"],
  fields,
  ports: ({ output }) => inAndOut("real", 1, output),
  plan: async () => (await import("./schmitt-trigger.plan.ts")).createSchmittTrigger,
});
