import type { Field } from "../../configuration/fields.ts";
import { WINDOWS } from "../../filter-design/windows.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";
import { type AtStatedRate, STATED_RATE } from "../stated-rate.ts";
import { typeField } from "./sink-item.ts";

/** Parameters that the spectrum and the waterfall share. */
export interface AtSpectrum extends AtStatedRate {
  type: "complex" | "real";
  /** Points of a transform, as text: a choice. */
  length: string;
  window: SpectrumWindow;
  averages: number;
  /** Hz. */
  center: number;
}

export interface WaterfallSink extends AtSpectrum {
  rows: number;
}

/** Windows without a parameter. */
const SPECTRUM_WINDOWS = WINDOWS.filter((name) => name !== "kaiser");
export type SpectrumWindow = (typeof SPECTRUM_WINDOWS)[number];

const integer = { kind: "number", change: "rebuild", unit: "", step: 1, integer: true } as const;

const fields: Readonly<Record<keyof AtSpectrum, Field>> = {
  type: typeField(["complex", "real"]),
  length: {
    kind: "choice",
    change: "rebuild",
    label: "FFT length",
    choices: ["64", "128", "256", "512", "1024", "2048", "4096", "8192", "16384"],
    description: "Points of each transform. More points separate closer frequencies.",
  },
  window: {
    kind: "choice",
    change: "rebuild",
    label: "Window",
    choices: SPECTRUM_WINDOWS,
    description: "It trades the width of a line for the height of its side lobes.",
  },
  averages: {
    ...integer,
    label: "Averages",
    min: 1,
    max: 256,
    description: "Largest number of transforms that are averaged for a row. More give a smoother row.",
  },
  center: {
    kind: "number",
    change: "set",
    label: "Centre frequency",
    unit: "Hz",
    min: -1e12,
    max: 1e12,
    step: 1e5,
    description: "The frequency of the axis that belongs to 0 Hz of the signal, e.g. the frequency of the radio.",
  },
  rate: STATED_RATE,
};

const formula = "P[k] = 10·log10(mean |FFT(w·x)[k]|² / (Σ w)²)";
const ports: BlockType<AtSpectrum>["ports"] = ({ type }) => ({ inputs: [{ name: "in", type }], outputs: [] });
const SCALE =
  "A complex tone of amplitude 1 is at 0 dB. A real cosine of amplitude 1 is at −6 dB, because half of it has a negative frequency.";

export const spectrumSink: BlockType<AtSpectrum> = {
  title: "Spectrum",
  category: "sinks",
  summary: "Shows power over frequency, averaged over each page.",
  formula,
  help: `The transforms are spread evenly over the page and overlap by at most half. ${SCALE}`,
  keywords: ["frequency sink", "fft sink", "qtgui freq sink", "psd", "welch"],
  fields,
  defaults: { type: "complex", length: "1024", window: "blackman", averages: 32, center: 0, rate: 0 },
  ports,
  plan: async () => (await import("./spectrum-sink.plan.ts")).createSpectrumSink,
};

export const waterfallSink: BlockType<WaterfallSink> = {
  title: "Waterfall",
  category: "sinks",
  summary: "Shows power over frequency and time.",
  formula,
  help: `Each page adds rows of equal duration, the newest last. ${SCALE}`,
  keywords: ["waterfall sink", "spectrogram", "qtgui waterfall sink"],
  fields: {
    ...fields,
    rows: { ...integer, label: "Rows per page", min: 1, max: 64, description: "Rows that each page adds." },
  },
  defaults: { type: "complex", length: "1024", window: "blackman", averages: 8, center: 0, rate: 0, rows: 4 },
  ports,
  plan: async () => (await import("./spectrum-sink.plan.ts")).createWaterfallSink,
};
