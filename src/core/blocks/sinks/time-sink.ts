import type { BlockType } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { type AtStatedRate, STATED_RATE } from "../stated-rate.ts";
import { typeField } from "./sink-item.ts";

export const TRIGGERS = ["none", "rising", "falling", "tag"] as const;

export interface TimeSink extends AtStatedRate {
  type: Exclude<PortType, "frames">;
  curves: number;
  points: number;
  trigger: (typeof TRIGGERS)[number];
  level: number;
}

/** Names of a sink's inputs; "in" where there is only one. */
export const inputNames = (count: number): string[] => (count === 1 ? ["in"] : ["a", "b", "c", "d"].slice(0, count));

const integer = { kind: "number", change: "rebuild", unit: "", step: 1, integer: true } as const;

export const timeSink: BlockType<TimeSink> = {
  title: "Time",
  category: "sinks",
  summary: "Shows the newest items over time, with their tags.",
  help: "A trigger holds a repeating signal still: the curves begin where the first input crosses the level, or at a tag. Without a crossing the newest items are shown.",
  keywords: ["time sink", "oscilloscope", "scope", "qtgui time sink"],
  fields: {
    type: typeField(["complex", "real", "integer", "bits", "llrs"]),
    curves: { ...integer, label: "Inputs", min: 1, max: 4, description: "Number of signals shown together." },
    points: { ...integer, label: "Points", min: 16, max: 65_536, description: "Number of items shown." },
    trigger: {
      kind: "choice",
      change: "rebuild",
      label: "Trigger",
      choices: TRIGGERS,
      description: "Where the curves begin: at a crossing of the level, at a tag, or anywhere.",
    },
    level: {
      kind: "number",
      change: "set",
      label: "Trigger level",
      unit: "",
      min: -1e30,
      max: 1e30,
      step: 0.1,
      description: "Of the first input; of complex samples, the real part.",
    },
    rate: STATED_RATE,
  },
  defaults: { type: "complex", curves: 1, points: 1024, trigger: "none", level: 0, rate: 0 },
  ports: ({ type, curves }) => ({ inputs: inputNames(curves).map((name) => ({ name, type })), outputs: [] }),
  plan: async () => (await import("./time-sink.plan.ts")).createTimeSink,
};
