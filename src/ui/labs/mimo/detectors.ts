import type { DetectorName } from "#core/mimo/registry.ts";
import { ALGORITHMS } from "../../figures/algorithms.ts";
import { CROSS, HEXAGON, PENTAGON, type Shape, STAR } from "../../figures/shapes.ts";

/** How a detector looks and is called: one colour and one shape, in every figure. */
export interface DetectorStyle extends Shape {
  short: string;
  name: string;
  /** What it does, in one sentence. */
  about: string;
  colour: `--${string}`;
}

const { zf, mmse, cma, fde1, fde2, none } = ALGORITHMS;
const colourOf = ({ colour }: { colour: `--${string}` }) => ({ colour });
const looks = ({ colour, symbol, shape }: Shape & { colour: `--${string}` }) => ({ colour, symbol, shape });

/** ZF and MMSE look as they do among the equalizers: they are the same ideas. */
export const DETECTORS: Readonly<Record<DetectorName, DetectorStyle>> = {
  zf: {
    short: "ZF",
    name: "Zero forcing",
    about: "Inverts the channel matrix: streams come apart, the noise grows.",
    ...looks(zf),
  },
  mmse: {
    short: "MMSE",
    name: "Minimum mean square error",
    about: "Inverts the channel only as far as the noise allows.",
    ...looks(mmse),
  },
  "one-pass": {
    short: "One-pass",
    name: "One-pass trellis traversal",
    about: "One walk through the trellis; some bits end with one hypothesis only, and are clipped.",
    ...colourOf(fde1),
    ...HEXAGON,
  },
  kbest: {
    short: "K-best",
    name: "K-best list",
    about: "Keeps the K best paths at each antenna; bits whose other hypothesis was dropped are clipped.",
    ...colourOf(cma),
    ...PENTAGON,
  },
  mtt: {
    short: "MTT",
    name: "Multi-pass trellis traversal",
    about: "A list for each antenna, so that every bit has both hypotheses.",
    ...colourOf(fde2),
    ...STAR,
  },
  "max-log": {
    short: "Exhaustive",
    name: "Exhaustive max-log",
    about: "Compares all vectors of symbols: what the others are measured against.",
    ...colourOf(none),
    ...CROSS,
  },
};

/** A detector's style with its name, as figures take it. */
export const styleOf = (name: DetectorName) => ({ ...DETECTORS[name], of: name });
