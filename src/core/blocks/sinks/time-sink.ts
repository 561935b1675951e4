import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { LEVEL, STATED_RATE, typeField } from "../definition.ts";

export const TRIGGERS = ["none", "rising", "falling", "tag"] as const;

/** Names of a sink's inputs; "in" where there is only one. */
export const inputNames = (count: number): string[] => (count === 1 ? ["in"] : ["a", "b", "c", "d"].slice(0, count));

const fields = {
  type: typeField(["complex", "real", "integer", "bits", "llrs"], "complex"),
  curves: field.whole("Inputs", "Number of signals shown together.", { default: 1, min: 1, max: 4 }),
  points: field.whole("Points", "Number of items shown.", { default: 1024, min: 16, max: 65_536 }),
  trigger: field.choice(
    "Trigger",
    "Where the curves begin: at a crossing of the level, at a tag, or anywhere.",
    TRIGGERS,
    { default: "none" },
  ),
  level: field.number("Trigger level", "Of the first input; of complex samples, the real part.", {
    default: 0,
    ...LEVEL,
  }),
  rate: STATED_RATE,
};

export type TimeSink = ValuesOf<typeof fields>;

export const timeSink = defineBlock({
  title: "Time",
  category: "sinks",
  summary: "Shows the newest items over time, with their tags.",
  help: "A trigger holds a repeating signal still: the curves begin where the first input crosses the level, or at a tag. Without a crossing the newest items are shown.",
  keywords: ["time sink", "oscilloscope", "scope", "qtgui time sink"],
  fields,
  ports: ({ type, curves }) => ({ inputs: inputNames(curves).map((name) => ({ name, type })), outputs: [] }),
  plan: async () => (await import("./time-sink.plan.ts")).createTimeSink,
});
