import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType } from "../arithmetic/item-type.ts";
import { AT_RATE, type AtRate } from "./rate.ts";

export const WAVEFORMS = ["cosine", "sine", "square", "triangle", "sawtooth", "constant"] as const;

export interface SignalSource extends AtItemType, AtRate {
  waveform: (typeof WAVEFORMS)[number];
  /** Hz. */
  frequency: number;
  amplitude: number;
  offset: number;
  /** Radians. */
  phase: number;
}

const number = { kind: "number", change: "set", unit: "", min: -1e30, max: 1e30, step: 0.1 } as const;

export const signalSource: BlockType<SignalSource> = {
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
  fields: {
    type: AT_ITEM_TYPE,
    waveform: {
      kind: "choice",
      change: "rebuild",
      label: "Waveform",
      choices: WAVEFORMS,
      description: "The shape of one period.",
    },
    rate: AT_RATE,
    frequency: {
      ...number,
      label: "Frequency",
      unit: "Hz",
      min: -1e12,
      max: 1e12,
      step: 100,
      description: "Periods per second. A negative one turns a complex signal the other way.",
    },
    amplitude: { ...number, label: "Amplitude", description: "The factor A." },
    offset: { ...number, label: "Offset", description: "A constant that is added to the real part." },
    phase: {
      ...number,
      label: "Phase",
      unit: "rad",
      min: -1000,
      max: 1000,
      description: "The phase φ at the first sample.",
    },
  },
  defaults: { type: "complex", waveform: "cosine", rate: 48_000, frequency: 1000, amplitude: 1, offset: 0, phase: 0 },
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./signal-source.plan.ts")).createSignalSource,
};
