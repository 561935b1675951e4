import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE } from "../arithmetic/item-type.ts";
import { AT_RATE } from "./rate.ts";

export const WAVEFORMS = ["cosine", "sine", "square", "triangle", "sawtooth", "constant"] as const;

const NUMBER = { change: "set", min: -1e30, max: 1e30, step: 0.1 } as const;

const fields = {
  type: AT_ITEM_TYPE,
  waveform: field.choice("Waveform", "The shape of one period.", WAVEFORMS, { default: "cosine" }),
  rate: variantOf(AT_RATE, { default: 48_000 }),
  frequency: field.number("Frequency", "Periods per second. A negative one turns a complex signal the other way.", {
    default: 1000,
    ...NUMBER,
    unit: "Hz",
    min: -1e12,
    max: 1e12,
    step: 100,
  }),
  amplitude: field.number("Amplitude", "The factor A.", { default: 1, ...NUMBER }),
  offset: field.number("Offset", "A constant that is added to the real part.", { default: 0, ...NUMBER }),
  phase: field.number("Phase", "The phase φ at the first sample.", {
    default: 0,
    ...NUMBER,
    unit: "rad",
    min: -1000,
    max: 1000,
  }),
};

export type SignalSource = ValuesOf<typeof fields>;

export const signalSource = defineBlock({
  title: "Signal source",
  category: "sources",
  summary: "Makes a periodic signal: cosine, square, triangle, sawtooth or a constant.",
  formula:
    "real: y[n] = A·w(θ) + offset; complex: y[n] = A·(w(θ) + j·w(θ − π/2)) + offset; θ = 2π·f·n/fs + φ. " +
    "Square, triangle and sawtooth go from 0 to A",
  help:
    "A complex cosine is a rotating phasor: one line in the spectrum, also at negative frequencies. The frequency can " +
    "change while the graph runs: the phase stays continuous. Square waves and sawtooths contain aliases, as their " +
    "harmonics exceed half the sample rate.",
  keywords: ["sig_source_x", "analog_sig_source_x", "tone", "oscillator", "generator", "carrier"],
  fields,
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./signal-source.plan.ts")).createSignalSource,
});
