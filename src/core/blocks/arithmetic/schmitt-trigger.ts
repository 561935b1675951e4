import type { BlockType } from "../../flow/graph/block-type.ts";
import { inAndOut } from "./item-type.ts";

export interface SchmittTrigger {
  low: number;
  high: number;
  initial: "0" | "1";
  output: "bits" | "real";
}

const level = { kind: "number", change: "set", unit: "", min: -1e30, max: 1e30, step: 0.1 } as const;

export const schmittTrigger: BlockType<SchmittTrigger> = {
  title: "Schmitt trigger",
  category: "arithmetic",
  summary: "Gives 1 after a sample above the high level, and 0 after one below the low level.",
  formula: "y[n] = 1 if x[n] > high, else 0 if x[n] < low, else y[n−1]",
  help:
    "Between the levels the output stays as it is. So noise smaller than their distance makes no pulses, as it does " +
    "after a threshold.",
  keywords: ["threshold_ff", "hysteresis", "comparator", "squelch"],
  fields: {
    low: { ...level, label: "Low level", description: "A sample below it gives 0." },
    high: { ...level, label: "High level", description: "A sample above it gives 1." },
    initial: {
      kind: "choice",
      change: "rebuild",
      label: "Output at the start",
      choices: ["0", "1"] satisfies SchmittTrigger["initial"][],
      description: "The output before a sample is above the high level or below the low level.",
    },
    output: {
      kind: "choice",
      change: "rebuild",
      label: "Output",
      choices: ["bits", "real"] satisfies SchmittTrigger["output"][],
      description: "Bits for a decoder, or real samples for arithmetic and figures.",
    },
  },
  defaults: { low: 0.4, high: 0.6, initial: "0", output: "bits" },
  ports: ({ output }) => inAndOut("real", 1, output),
};
