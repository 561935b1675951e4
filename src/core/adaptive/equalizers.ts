/** What a person chooses an equalizer by, and what its receiver needs. */
export interface EqualizerInfo {
  title: string;
  /** One sentence: what it does. */
  summary: string;
  /**
   * - fixed: taps from the known channel.
   * - adaptive: taps that follow the signal, symbol by symbol.
   * - sequence: paths through a trellis of the known channel.
   * - block: transforms of blocks of symbols.
   */
  kind: "fixed" | "adaptive" | "sequence" | "block";
  /** It has taps on past decisions. */
  feedback?: true;
  /** It needs no training symbols. */
  blind?: true;
  /** Why it gives no soft decisions for a decoder. */
  hard?: string;
}

const UNTURNED = "does not know the constellation's rotation";
const ONE_SEQUENCE = "decides for one sequence without probabilities";

/**
 * The equalizers of the lab, in the order of tables and colours.
 *
 * @example
 * ```ts
 * import { ADAPTIVE_EQUALIZERS } from "threeray/adaptive";
 *
 * console.log(ADAPTIVE_EQUALIZERS.lms.summary); // Least mean squares: a step along the gradient per symbol.
 * ```
 */
export const ADAPTIVE_EQUALIZERS = {
  mmse: {
    title: "MMSE",
    summary: "Linear equalizer of least mean squared error, from the known channel.",
    kind: "fixed",
  },
  zf: { title: "ZF", summary: "Linear equalizer that cancels the interference and ignores the noise.", kind: "fixed" },
  dfe: {
    title: "DFE",
    summary: "MMSE decision feedback: subtracts the interference of past decisions.",
    kind: "fixed",
    feedback: true,
  },
  "dfe-genie": {
    title: "DFE, genie",
    summary: "The same, fed with the sent symbols: without error propagation.",
    kind: "fixed",
    feedback: true,
  },
  lms: { title: "LMS", summary: "Least mean squares: a step along the gradient per symbol.", kind: "adaptive" },
  nlms: { title: "NLMS", summary: "LMS with a step divided by the power in the filter.", kind: "adaptive" },
  rls: { title: "RLS", summary: "Recursive least squares with exponential forgetting.", kind: "adaptive" },
  "dfe-lms": {
    title: "DFE, LMS",
    summary: "Decision feedback whose taps LMS adapts.",
    kind: "adaptive",
    feedback: true,
  },
  "dfe-rls": {
    title: "DFE, RLS",
    summary: "Decision feedback whose taps RLS adapts.",
    kind: "adaptive",
    feedback: true,
  },
  cma: {
    title: "CMA",
    summary: "Constant modulus: blind, from the magnitude alone.",
    kind: "adaptive",
    blind: true,
    hard: UNTURNED,
  },
  mma: {
    title: "MMA",
    summary: "Multimodulus: CMA on each axis, which also turns the constellation upright.",
    kind: "adaptive",
    blind: true,
    hard: UNTURNED,
  },
  mlse: {
    title: "MLSE",
    summary: "Viterbi: the most likely sequence of symbols.",
    kind: "sequence",
    hard: ONE_SEQUENCE,
  },
  "m-algorithm": {
    title: "M-algorithm",
    summary: "Keeps the best paths only, for long channels and large constellations.",
    kind: "sequence",
    hard: ONE_SEQUENCE,
  },
  map: { title: "MAP", summary: "BCJR: decides each bit by its probability.", kind: "sequence" },
  fde: { title: "FDE", summary: "Single carrier with a cyclic prefix: one MMSE tap per frequency.", kind: "block" },
  "fde-zf": { title: "FDE, ZF", summary: "The same with zero-forcing taps.", kind: "block" },
  "fde-overlap": {
    title: "FDE, overlap",
    summary: "MMSE taps per frequency on overlapping blocks, without a prefix.",
    kind: "block",
  },
  ofdm: { title: "OFDM", summary: "The symbols are carriers: one tap per carrier.", kind: "block" },
  "ofdm-loaded": {
    title: "OFDM, loaded",
    summary: "OFDM with bits and energy per carrier after the channel's gain.",
    kind: "block",
    hard: "draws its own bits per carrier",
  },
} as const satisfies Record<string, EqualizerInfo>;

/** A name in `ADAPTIVE_EQUALIZERS`. */
export type AdaptiveEqualizerName = keyof typeof ADAPTIVE_EQUALIZERS;
export const EQUALIZER_NAMES = Object.keys(ADAPTIVE_EQUALIZERS) as AdaptiveEqualizerName[];
