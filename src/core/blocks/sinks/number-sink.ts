import type { BlockType } from "../../flow/graph/block-type.ts";

export const NUMBER_VALUES = ["mean", "rms", "last", "minimum", "maximum"] as const;

export interface NumberSink {
  value: (typeof NUMBER_VALUES)[number];
  over: "page" | "run";
  unit: string;
}

export const numberSink: BlockType<NumberSink> = {
  title: "Number",
  category: "sinks",
  summary: "Shows one number of a real signal: its mean, RMS, newest, smallest or largest value.",
  formula: "mean = Σ x / N, rms = √(Σ x² / N)",
  help: "To see a level in dB, connect a magnitude of power 2, a moving average, and a logarithm before it.",
  keywords: ["number sink", "meter", "level", "probe", "qtgui number sink"],
  fields: {
    value: {
      kind: "choice",
      change: "set",
      label: "Value",
      choices: NUMBER_VALUES,
      description: "What is computed from the items.",
    },
    over: {
      kind: "choice",
      change: "set",
      label: "Over",
      choices: ["page", "run"] satisfies NumberSink["over"][],
      description: "Whether it is computed from the items of a page, or from all items since the start.",
    },
    unit: {
      kind: "text",
      change: "set",
      label: "Unit",
      most: 20,
      description: "The figure shows it after the number.",
    },
  },
  defaults: { value: "mean", over: "page", unit: "" },
  ports: () => ({ inputs: [{ name: "in", type: "real" }], outputs: [] }),
  plan: async () => (await import("./number-sink.plan.ts")).createNumberSink,
};
