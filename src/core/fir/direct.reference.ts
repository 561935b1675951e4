import { convolve } from "../convolution/direct.reference.ts";
import type { FirConfig } from "./plan.ts";

type Filter = Pick<FirConfig, "kind" | "complexTaps" | "decimation">;

/**
 * y[m] = Σk h[k]·x[m·decimation − k], x = 0 before its first sample; real, or pairs where samples or taps are complex.
 *
 * @param by How complex signals are convolved.
 */
export function fir(
  x: Float64Array,
  h: Float64Array,
  { kind, complexTaps = false, decimation = 1 }: Filter,
  by: typeof convolve = convolve,
): Float64Array {
  const [samples, taps] = [kind === "complex" ? x : pairs(x), complexTaps ? h : pairs(h)];
  const outputLength = Math.ceil(samples.length / 2 / decimation);
  const y = by(samples, taps, 0, { origin: 0, outputLength, decimation });
  return kind === "complex" || complexTaps ? y : y.filter((_, i) => i % 2 === 0);
}

const pairs = (real: Float64Array) =>
  Float64Array.from({ length: 2 * real.length }, (_, i) => (i & 1 ? 0 : real[i >> 1]));
