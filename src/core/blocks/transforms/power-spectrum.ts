import type { BlockType } from "../../flow/graph/block-type.ts";
import { type Windowed, WINDOWED_FIELDS } from "./windows.ts";

export interface PowerSpectrum extends Windowed {
  average: number;
  scale: "dB" | "power";
}

export const powerSpectrum: BlockType<PowerSpectrum> = {
  title: "Power spectrum",
  category: "transforms",
  summary: "Gives the power over frequency, averaged over transforms.",
  formula: "P[k] = mean of |Σn w[n]·x[n]·e^{−j2π·k·n/N}|²/(Σ w)², frequency 0 at k = ⌊N/2⌋",
  help:
    "A complex sinusoid of amplitude 1 has 0 dB in its bin. White noise of power σ² has about σ²/N per bin, times the " +
    "window's noise bandwidth. More averages give a smoother curve, less often.",
  keywords: ["PSD", "Welch", "periodogram", "log power fft", "logpwrfft_x", "analyzer"],
  fields: {
    ...WINDOWED_FIELDS,
    average: {
      kind: "number",
      change: "rebuild",
      label: "Average",
      unit: "transforms",
      min: 1,
      max: 65_536,
      step: 1,
      integer: true,
      description: "Transforms per output, of consecutive samples without overlap.",
    },
    scale: {
      kind: "choice",
      change: "rebuild",
      label: "Scale",
      choices: ["dB", "power"] satisfies PowerSpectrum["scale"][],
      description: "Decibels or linear power.",
    },
  },
  defaults: { length: 1024, window: "blackman", average: 16, scale: "dB" },
  ports: ({ length }) => ({
    inputs: [{ name: "in", type: "complex" }],
    outputs: [{ name: "out", type: "real", vector: length }],
  }),
  plan: async () => (await import("./power-spectrum.plan.ts")).createPowerSpectrum,
};
