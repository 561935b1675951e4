import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { windowedFields } from "./windows.ts";

const fields = {
  ...windowedFields("blackman"),
  average: field.whole("Average", "Transforms per output, of consecutive samples without overlap.", {
    default: 16,
    unit: "transforms",
    min: 1,
    max: 65_536,
  }),
  scale: field.choice("Scale", "Decibels or linear power.", ["dB", "power"], { default: "dB" }),
};

export type PowerSpectrum = ValuesOf<typeof fields>;

export const powerSpectrum = defineBlock({
  title: "Power spectrum",
  category: "transforms",
  summary: "Gives the power over frequency, averaged over transforms.",
  formula: "P[k] = mean of |Σn w[n]·x[n]·e^{−j2π·k·n/N}|²/(Σ w)², frequency 0 at k = ⌊N/2⌋",
  help:
    "A complex sinusoid of amplitude 1 has 0 dB in its bin. White noise of power σ² has about σ²/N per bin, times the " +
    "window's noise bandwidth. More averages give a smoother curve, less often.",
  keywords: ["PSD", "Welch", "periodogram", "log power fft", "logpwrfft_x", "analyzer"],
  fields,
  ports: ({ length }) => ({
    inputs: [{ name: "in", type: "complex" }],
    outputs: [{ name: "out", type: "real", vector: length }],
  }),
  plan: async () => (await import("./power-spectrum.plan.ts")).createPowerSpectrum,
});
