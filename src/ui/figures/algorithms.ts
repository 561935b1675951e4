import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";

/** An algorithm's names, colour and shape, the same in every figure. */
export interface AlgorithmStyle {
  short: string;
  name: string;
  /** What it does, in one sentence. */
  about: string;
  /** CSS custom property of its colour. */
  colour: `--${EqualizerName}`;
  /** Plotly's name of its marker. */
  symbol: string;
  /** Its marker as an SVG path in a box from −5 to 5. */
  shape: string;
}

export const ALGORITHMS: Readonly<Record<EqualizerName, AlgorithmStyle>> = {
  none: {
    short: "No EQ",
    name: "No equalizer",
    about: "Corrects only one complex gain and a whole-sample delay.",
    colour: "--none",
    symbol: "circle",
    shape: "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0Z",
  },
  zf: {
    short: "ZF",
    name: "Zero forcing",
    about: "Inverts the estimated channel and amplifies the noise where the channel is weak.",
    colour: "--zf",
    symbol: "square",
    shape: "M-3.7 -3.7H3.7V3.7H-3.7Z",
  },
  mmse: {
    short: "MMSE",
    name: "Minimum mean square error",
    about: "Inverts the channel only as far as the noise allows.",
    colour: "--mmse",
    symbol: "diamond",
    shape: "M0 -5L5 0L0 5L-5 0Z",
  },
  cma: {
    short: "CMA",
    name: "Constant modulus algorithm",
    about: "Restores a constant envelope, pass by pass; needs no known bits.",
    colour: "--cma",
    symbol: "x",
    shape: "M-4.4 -2.6L-2.6 -4.4L0 -1.8L2.6 -4.4L4.4 -2.6L1.8 0L4.4 2.6L2.6 4.4L0 1.8L-2.6 4.4L-4.4 2.6L-1.8 0Z",
  },
  fde1: {
    short: "FDE1",
    name: "Frequency domain, white signal",
    about: "Applies the MMSE formula to each bin of a long transform.",
    colour: "--fde1",
    symbol: "triangle-up",
    shape: "M0 -4.6L4.8 3.6H-4.8Z",
  },
  fde2: {
    short: "FDE2",
    name: "Frequency domain, SOQPSK spectrum",
    about: "Like FDE1, but uses the signal's spectrum.",
    colour: "--fde2",
    symbol: "triangle-down",
    shape: "M0 4.6L4.8 -3.6H-4.8Z",
  },
};
