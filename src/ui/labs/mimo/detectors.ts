import type { DetectorName } from "#core/mimo/registry.ts";
import { ALGORITHMS } from "../../figures/algorithms.ts";
import { CROSS, HEXAGON, PENTAGON, type Shape, STAR } from "../../figures/shapes.ts";

/** The name, colour and shape of a detector in every figure. */
export interface DetectorStyle extends Shape {
  short: string;
  name: string;
  /** The method in one sentence. */
  about: string;
  colour: `--${string}`;
}

const { zf, mmse, cma, fde1, fde2, none } = ALGORITHMS;
const colourOf = ({ colour }: { colour: `--${string}` }) => ({ colour });
const looks = ({ colour, symbol, shape }: Shape & { colour: `--${string}` }) => ({ colour, symbol, shape });

/** ZF and MMSE have the same styles as the equalizers of these names. */
export const DETECTORS: Readonly<Record<DetectorName, DetectorStyle>> = {
  zf: {
    short: "ZF",
    name: "Zero forcing",
    about: "Inverts the channel matrix: this separates the streams and amplifies the noise.",
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
    about: "Traverses the trellis once; clips the LLRs of bits that end with one hypothesis only.",
    ...colourOf(fde1),
    ...HEXAGON,
  },
  kbest: {
    short: "K-best",
    name: "K-best list",
    about: "Keeps the K best paths at each antenna; clips the LLRs of bits that lost a hypothesis.",
    ...colourOf(cma),
    ...PENTAGON,
  },
  mtt: {
    short: "MTT",
    name: "Multi-pass trellis traversal",
    about: "Makes one list per antenna, so that every bit has both hypotheses.",
    ...colourOf(fde2),
    ...STAR,
  },
  "max-log": {
    short: "Exhaustive",
    name: "Exhaustive max-log",
    about: "Compares all symbol vectors: the reference for the others.",
    ...colourOf(none),
    ...CROSS,
  },
};

/** A detector's style with its name, for the figures. */
export const styleOf = (name: DetectorName) => ({ ...DETECTORS[name], of: name });
