import { field, type ValuesOf } from "../../configuration/schema.ts";
import { WINDOWS } from "../../filter-design/windows.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts, STATED_RATE, typeField } from "../definition.ts";

/** Windows without a parameter. */
const SPECTRUM_WINDOWS = WINDOWS.filter((name) => name !== "kaiser");
export type SpectrumWindow = (typeof SPECTRUM_WINDOWS)[number];

const fieldsOf = (averages: number) => ({
  type: typeField(["complex", "real"], "complex"),
  length: field.choice(
    "FFT length",
    "Points of each transform. More points separate closer frequencies.",
    ["64", "128", "256", "512", "1024", "2048", "4096", "8192", "16384"],
    { default: "1024" },
  ),
  window: field.choice("Window", "It trades the width of a line for the height of its side lobes.", SPECTRUM_WINDOWS, {
    default: "blackman",
  }),
  averages: field.whole(
    "Averages",
    "Largest number of transforms that are averaged for a row. More give a smoother row.",
    { default: averages, min: 1, max: 256 },
  ),
  center: field.number(
    "Centre frequency",
    "The frequency of the axis that belongs to 0 Hz of the signal, e.g. the frequency of the radio.",
    { default: 0, change: "set", unit: "Hz", min: -1e12, max: 1e12, step: 1e5 },
  ),
  rate: STATED_RATE,
});

const spectrumFields = fieldsOf(32);

/** Parameters that the spectrum and the waterfall share. */
export type SpectrumSink = ValuesOf<typeof spectrumFields>;

const waterfallFields = {
  ...fieldsOf(8),
  rows: field.whole("Rows per page", "Rows that each page adds.", { default: 4, min: 1, max: 64 }),
};

export type WaterfallSink = ValuesOf<typeof waterfallFields>;

const formula = "P[k] = 10·log10(mean |FFT(w·x)[k]|² / (Σ w)²)";
const ports = ({ type }: SpectrumSink) => typedPorts({ in: type }, {});
const SCALE =
  "A complex tone of amplitude 1 is at 0 dB. A real cosine of amplitude 1 is at −6 dB, because half of it has a negative frequency.";

export const spectrumSink = defineBlock({
  title: "Spectrum",
  category: "sinks",
  summary: "Shows power over frequency, averaged over each page.",
  formula,
  help: `The transforms are spread evenly over the page and overlap by at most half. ${SCALE}`,
  keywords: ["frequency sink", "fft sink", "qtgui freq sink", "psd", "welch"],
  fields: spectrumFields,
  ports,
  plan: async () => (await import("./spectrum-sink.plan.ts")).createSpectrumSink,
});

export const waterfallSink = defineBlock({
  title: "Waterfall",
  category: "sinks",
  summary: "Shows power over frequency and time.",
  formula,
  help: `Each page adds rows of equal duration, the newest last. ${SCALE}`,
  keywords: ["waterfall sink", "spectrogram", "qtgui waterfall sink"],
  fields: waterfallFields,
  ports,
  plan: async () => (await import("./spectrum-sink.plan.ts")).createWaterfallSink,
});
