import { seriesTaps } from "./cascade.ts";

/**
 * Returns c ∗ d for a batch of filters c.
 *
 * @param filters Complex taps c, [filter][taps].
 * @returns Complex, [filter][length], padded with zeros.
 */
export function compositeFilters(
  filters: Float64Array,
  taps: number,
  second: readonly number[],
  length: number,
): Float64Array {
  const count = filters.length / 2 / taps;
  const h = new Float64Array(2 * count * length);
  for (let f = 0; f < count; f++) {
    h.set(seriesTaps(filters.subarray(2 * f * taps, 2 * (f + 1) * taps), second), 2 * f * length);
  }
  return h;
}
