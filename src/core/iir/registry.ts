import { abs, type Complex } from "../filter-design/complex.ts";
import type { RecursiveFilter } from "../filter-design/registry.ts";
import { zpkResponse } from "../filter-design/response.ts";
import { BLOCK, MOST_COMPLEX_SECTIONS, MOST_SECTIONS } from "./limits.ts";
import { fractionsOf } from "./poles.ts";

/** The methods of recursive filters, by stem. */
export type IirName = "one-pole" | "scan" | "parallel" | "block-convolution";

export interface IirMethod {
  title: string;
  /** Folder and stem of the method. */
  label: string;
  /** The reason why the method does not take a filter; `undefined` where it does. */
  refusal(filter: RecursiveFilter): string | undefined;
  /** Multiplications and additions per float32 of a signal. */
  flops(filter: RecursiveFilter): number;
  /** Bytes read and written per float32 of a signal. */
  bytes(filter: RecursiveFilter): number;
}

/** Refuses unstable filters before a method's own reasons. */
const stable = (method: IirMethod): IirMethod => ({
  ...method,
  refusal: (filter) => (filter.stability.stable ? method.refusal(filter) : filter.stability.verdict),
});

/** y[n] = gain·x[n] + pole·y[n−1]; `undefined` for any other filter. */
export function onePoleOf(filter: RecursiveFilter): { pole: number | Complex; gain: number | Complex } | undefined {
  const poles = filter.zpk.poles.filter((pole) => abs(pole) > 0);
  const late =
    filter.kind === "iir" ? filter.sections.some(([b0]) => b0 === 0) : filter.sections.some(({ b }) => abs(b[0]) === 0);
  if (late || poles.length !== 1 || filter.zpk.zeros.some((zero) => abs(zero) > 0)) return undefined;
  return filter.kind === "iir"
    ? { pole: poles[0].re, gain: filter.zpk.gain }
    : { pole: poles[0], gain: filter.zpk.gain };
}

/** The reason why partial fractions do not take a filter, without the prefix of the error. */
function fractionsRefusal(filter: RecursiveFilter): string | undefined {
  if (filter.kind !== "iir") return "must have real coefficients: use scan";
  try {
    fractionsOf(filter);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message.replace(/^\S+: /, "");
    throw error;
  }
}

/** Number of partial fractions of a filter: one per pair of poles. */
const fractionCount = ({ zpk }: RecursiveFilter) => zpk.poles.filter((pole) => abs(pole) > 0 && pole.im >= 0).length;

/**
 * The methods of recursive filters. `factories.ts` creates their plans.
 *
 * @example
 * ```ts
 * import { iirs } from "threeray/iir";
 *
 * console.log(Object.keys(iirs).join(", ")); // one-pole, scan, parallel, block-convolution
 * ```
 */
export const iirs: Readonly<Record<IirName, IirMethod>> = {
  "one-pole": stable({
    title: "One pole, prefix sum",
    label: "iir/one-pole",
    refusal: (filter) =>
      onePoleOf(filter) === undefined ? "must have one pole, and zeros at the origin alone: use scan" : undefined,
    // The contribution of a sample to the end of a run, and the recursion.
    flops: () => 5,
    bytes: () => 8,
  }),
  scan: stable({
    title: "Sections in cascade, scan",
    label: "iir/sections",
    refusal: () => undefined,
    // A section's output and two states take 11 operations, plus the sample's contribution at the end of a run; complex numbers take twice as many.
    flops: ({ kind, sections }) => (kind === "iir" ? 15 : 30) * sections.length,
    bytes: ({ kind, sections }) =>
      8 * Math.ceil(sections.length / (kind === "iir" ? MOST_SECTIONS : MOST_COMPLEX_SECTIONS)),
  }),
  parallel: stable({
    title: "Partial fractions, scan",
    label: "iir/parallel",
    refusal: fractionsRefusal,
    // A step of a state takes 7 operations: from rest to a chunk's end, from rest to a run's end, and from the run's true start; plus its weight.
    flops: (filter) => 25 * fractionCount(filter) + 1,
    bytes: () => 12,
  }),
  "block-convolution": stable({
    title: "Blocks by FFT",
    label: "iir/block-convolution",
    refusal: fractionsRefusal,
    // A step of a state to the block's end takes 7 operations, plus its weight. Two blocks share a forward and an inverse transform of twice their length.
    flops: (filter) => 11 * fractionCount(filter) + 10 * Math.log2(2 * BLOCK) + 6,
    bytes: () => 12,
  }),
};

/** From this many poles on, blocks are faster than the scan, for one long signal on an H200: docs/performance.md has 8 and 16 poles, and the lines through these times cross there. */
const CROSSOVER = 15;
/** Largest sum of the partial fractions' peaks, relative to the filter's own: beyond it they cancel, and blocks are less accurate than the scan. Elliptic filters have some 20, Butterworth filters of order 16 some 2500. */
const MOST_CANCELLED = 100;

/** The methods for a filter, the fastest first that is as accurate as the scan. Of two equally fast ones, the first has the smaller error. */
export function iirsBySpeed(filter: RecursiveFilter): readonly IirName[] {
  const usual: IirName[] = ["one-pole", "scan", "parallel", "block-convolution"];
  return filter.zpk.poles.length >= CROSSOVER && areFractionsAccurate(filter) ? usual.toReversed() : usual;
}

function areFractionsAccurate(filter: RecursiveFilter): boolean {
  if (filter.kind !== "iir" || fractionsRefusal(filter) !== undefined) return false;
  const { poles, weights } = fractionsOf(filter);
  const frequencies = poles.map((pole) => Math.abs(Math.atan2(pole.im, pole.re)) / Math.PI);
  const peak = 10 ** (Math.max(...zpkResponse(filter.zpk, frequencies).gainDb) / 20);
  const peaks = weights.reduce((sum, weight, k) => sum + abs(weight) / (1 - abs(poles[k])), 0);
  return peaks <= MOST_CANCELLED * peak;
}
