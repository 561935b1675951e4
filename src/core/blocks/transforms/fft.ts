import type { BlockType } from "../../flow/graph/block-type.ts";
import { inAndOut } from "../arithmetic/item-type.ts";
import { type Windowed, WINDOWED_FIELDS } from "./windows.ts";

export interface Fft extends Windowed {
  direction: "forward" | "inverse";
  shift: "yes" | "no";
  scale: "1" | "1/N";
}

export const fft: BlockType<Fft> = {
  title: "FFT",
  category: "transforms",
  summary: "Transforms each vector of N samples to N frequencies, or back.",
  formula: "X[k] = scale·Σn w[n]·x[n]·e^{∓j2π·k·n/N}",
  help:
    "With the shift, frequency 0 is in the middle, at bin ⌊N/2⌋. A forward and an inverse transform give the signal back " +
    "if one of them has the scale 1/N. GNU Radio has the scale 1 in both.",
  keywords: ["fft_vxx", "fft_vcc", "DFT", "spectrum", "OFDM"],
  fields: {
    ...WINDOWED_FIELDS,
    direction: {
      kind: "choice",
      change: "rebuild",
      label: "Direction",
      choices: ["forward", "inverse"] satisfies Fft["direction"][],
      description: "From time to frequency, or back.",
    },
    shift: {
      kind: "choice",
      change: "rebuild",
      label: "Shift",
      choices: ["yes", "no"] satisfies Fft["shift"][],
      description: "Whether frequency 0 is in the middle of the spectrum.",
    },
    scale: {
      kind: "choice",
      change: "rebuild",
      label: "Scale",
      choices: ["1", "1/N"] satisfies Fft["scale"][],
      description: "The factor of the sum.",
    },
  },
  defaults: { length: 1024, window: "rectangular", direction: "forward", shift: "no", scale: "1" },
  ports: ({ length }) => inAndOut("complex", length),
  plan: async () => (await import("./fft.plan.ts")).createFft,
};
