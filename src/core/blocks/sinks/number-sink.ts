import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

export const NUMBER_VALUES = ["mean", "rms", "last", "minimum", "maximum"] as const;

const fields = {
  value: field.choice("Value", "What is computed from the items.", NUMBER_VALUES, { default: "mean", change: "set" }),
  over: field.choice(
    "Over",
    "Whether it is computed from the items of a page, or from all items since the start.",
    ["page", "run"],
    { default: "page", change: "set" },
  ),
  unit: field.text("Unit", "The figure shows it after the number.", { default: "", change: "set", most: 20 }),
};

export type NumberSink = ValuesOf<typeof fields>;

export const numberSink = defineBlock({
  title: "Number",
  category: "sinks",
  summary: "Shows one number of a real signal: its mean, RMS, newest, smallest or largest value.",
  formula: "mean = Σ x / N, rms = √(Σ x² / N)",
  help: "To see a level in dB, connect a magnitude of power 2, a moving average, and a logarithm before it.",
  keywords: ["number sink", "meter", "level", "probe", "qtgui number sink"],
  fields,
  ports: () => typedPorts({ in: "real" }, {}),
  plan: async () => (await import("./number-sink.plan.ts")).createNumberSink,
});
