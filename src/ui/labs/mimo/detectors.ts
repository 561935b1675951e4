import { type MimoExperiment, type MimoReceiver, outersOf, receiversOf } from "#core/mimo/experiment/experiment.ts";
import type { DetectorName } from "#core/mimo/registry.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { CROSS, HEXAGON, PENTAGON, STAR, TRIANGLE } from "../../figures/shapes.ts";

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
    colour: "--yellow",
    ...TRIANGLE,
  },
  "one-pass": {
    short: "One-pass",
    name: "One-pass trellis traversal",
    about:
      "Traverses the trellis once; limits all LLRs, and gives the limit to bits that end with one hypothesis only.",
    ...colourOf(orange),
    ...HEXAGON,
  },
  kbest: {
    short: "K-best",
    name: "K-best list",
    about:
      "Keeps the K best paths at each antenna; limits all LLRs, and gives the limit to bits that lost a hypothesis.",
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

/** The name of a receiver in the points of a sweep. */
export const keyOf = ({ detector, outer }: MimoReceiver) => `${detector} ${outer}`;

/**
 * The style of a detector after an outer iteration. If the experiment has several, the dash pattern has a dot for each iteration
 * after the first, and the number is beside the curve.
 */
export function receiverStyle(receiver: MimoReceiver, several: boolean) {
  const { detector, outer } = receiver;
  const style = { ...styleOf(detector), key: keyOf(receiver) };
  if (!several) return style;
  const dash = outer > 1 ? `10px,3px${",2px,3px".repeat(outer - 1)}` : undefined;
  return { ...style, short: `${style.short}, outer ${outer}`, dash, label: String(outer) };
}

/** A detector's style after the last outer iteration. */
export function styleAfter(config: MimoExperiment, detector: DetectorName) {
  const outer = Math.max(...outersOf(config, detector));
  return receiverStyle({ detector, outer }, outer > 1);
}

/** The styles of all receivers of an experiment. */
export const receiverStyles = (config: MimoExperiment) =>
  receiversOf(config).map((receiver) => receiverStyle(receiver, Math.max(...outersOf(config, receiver.detector)) > 1));
