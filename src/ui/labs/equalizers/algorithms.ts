import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { CROSS, HEXAGON, STAR } from "../../figures/shapes.ts";

/** How an algorithm looks and is called, in every figure. */
export interface AlgorithmStyle extends Look {
  short: string;
  name: string;
  /** What it does, in one sentence. */
  about: string;
}

export const ALGORITHMS: Readonly<Record<EqualizerName, AlgorithmStyle>> = {
  none: {
    short: "No EQ",
    name: "No equalizer",
    about: "Corrects only one complex gain and a whole-sample delay.",
    ...LOOKS.grey,
  },
  zf: {
    short: "ZF",
    name: "Zero forcing",
    about: "Inverts the estimated channel and amplifies the noise where the channel is weak.",
    ...LOOKS.amber,
  },
  mmse: {
    short: "MMSE",
    name: "Minimum mean square error for a white signal",
    about: "Inverts the channel only as far as the noise allows; takes the signal for white, which SOQPSK is not.",
    ...LOOKS.blue,
  },
  cma: {
    short: "CMA",
    name: "Constant modulus algorithm",
    about: "Restores a constant envelope, pass by pass; needs no known bits.",
    ...LOOKS.green,
  },
  fde1: {
    short: "FDE1",
    name: "Frequency domain, white signal",
    about: "Applies the MMSE formula to each bin of a long transform.",
    ...LOOKS.orange,
  },
  fde2: {
    short: "FDE2",
    name: "Frequency domain, SOQPSK spectrum",
    about: "The Wiener filter: like FDE1, but uses the signal’s spectrum.",
    ...LOOKS.pink,
  },
  lms: {
    short: "LMS",
    name: "Least mean squares, decision-directed",
    about: "Starts from MMSE’s taps and follows its own decisions, bit by bit.",
    colour: "--yellow",
    ...HEXAGON,
  },
  rls: {
    short: "RLS",
    name: "Recursive least squares, decision-directed",
    about: "Like LMS, but learns all directions equally fast, for much more work.",
    colour: "--accent",
    ...STAR,
  },
  dfe: {
    short: "DFE",
    name: "Decision feedback",
    about: "A short forward filter; the echoes of decided bits are subtracted, so that noise is not amplified there.",
    colour: "--ink",
    ...CROSS,
  },
};

/** Returns the name and look of an algorithm's curve. */
export function curveStyle(of: EqualizerName) {
  const { short, colour, symbol } = ALGORITHMS[of];
  return { name: short, of, colour, symbol };
}
