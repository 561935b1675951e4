import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { windowedFields } from "./windows.ts";
import { inAndOut } from "../definition.ts";

const fields = {
  ...windowedFields("rectangular"),
  direction: field.choice("Direction", "From time to frequency, or back.", ["forward", "inverse"], {
    default: "forward",
  }),
  shift: field.choice("Shift", "Whether frequency 0 is in the middle of the spectrum.", ["yes", "no"], {
    default: "no",
  }),
  scale: field.choice("Scale", "The factor of the sum.", ["1", "1/N"], { default: "1" }),
};

export type FftParameters = ValuesOf<typeof fields>;

export const fft = defineBlock({
  title: "FFT",
  category: "transforms",
  summary: "Transforms each vector of N samples to N frequencies, or back.",
  formula: "X[k] = scale·Σn w[n]·x[n]·e^{∓j2π·k·n/N}",
  help:
    "With the shift, frequency 0 is in the middle, at bin ⌊N/2⌋. A forward and an inverse transform give the signal back " +
    "if one of them has the scale 1/N. GNU Radio has the scale 1 in both.",
  keywords: ["fft_vxx", "fft_vcc", "DFT", "spectrum", "OFDM"],
  fields,
  ports: ({ length }) => inAndOut("complex", length),
  plan: async () => (await import("./fft.plan.ts")).createFftBlock,
});
