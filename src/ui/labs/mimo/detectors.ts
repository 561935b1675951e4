import type { DetectorName } from "#core/mimo/registry.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { CROSS, HEXAGON, PENTAGON, STAR, WEDGE } from "../../figures/shapes.ts";

/** The name, colour and shape of a detector in every figure. */
export interface DetectorStyle extends Look {
  short: string;
  name: string;
  /** The method in one sentence. */
  about: string;
}

const { amber, blue, green, orange, pink, grey } = LOOKS;
const colourOf = ({ colour }: Look) => ({ colour });

/** ZF and MMSE have the same looks as the equalizers of these names. */
export const DETECTORS: Readonly<Record<DetectorName, DetectorStyle>> = {
  zf: {
    short: "ZF",
    name: "Zero forcing",
    about: "Inverts the channel matrix: this separates the streams and amplifies the noise.",
    ...amber,
  },
  mmse: {
    short: "MMSE",
    name: "Minimum mean square error",
    about: "Inverts the channel only as far as the noise allows.",
    ...blue,
  },
  "mmse-pic": {
    short: "MMSE-PIC",
    name: "MMSE with parallel interference cancellation",
    about: "Subtracts the interference that it knows from the decoder; without priors it equals MMSE.",
    ...colourOf(blue),
    ...WEDGE,
  },
  "one-pass": {
    short: "One-pass",
    name: "One-pass trellis traversal",
    about: "Traverses the trellis once; clips the LLRs of bits that end with one hypothesis only.",
    ...colourOf(orange),
    ...HEXAGON,
  },
  kbest: {
    short: "K-best",
    name: "K-best list",
    about: "Keeps the K best paths at each antenna; clips the LLRs of bits that lost a hypothesis.",
    ...colourOf(green),
    ...PENTAGON,
  },
  mtt: {
    short: "MTT",
    name: "Multi-pass trellis traversal",
    about: "Makes one list per antenna, so that every bit has both hypotheses.",
    ...colourOf(pink),
    ...STAR,
  },
  "max-log": {
    short: "Exhaustive",
    name: "Exhaustive max-log",
    about: "Compares all symbol vectors: the reference for the others.",
    ...colourOf(grey),
    ...CROSS,
  },
};

/** A detector's style with its name, for the figures. */
export const styleOf = (name: DetectorName) => ({ ...DETECTORS[name], of: name });
