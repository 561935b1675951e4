import { seriesTaps } from "./cascade.ts";
import { convolve } from "./direct.reference.ts";
import type { ConvolutionSizes } from "./plan.ts";

/**
 * Returns a whole batch, as the plans of the registry do.
 *
 * @param x Complex samples, [signal][inputStride].
 * @param filters Complex taps, [signal][taps], or [taps] where `shared`.
 * @returns y, [signal][outputLength].
 */
export function convolveBatch(sizes: ConvolutionSizes, x: Float64Array, filters: Float64Array): Float64Array {
  const { signals, inputStride, outputLength, taps, precursors, shared, cascade: second } = sizes;
  const y = new Float64Array(2 * signals * outputLength);
  for (let s = 0; s < signals; s++) {
    const row = x.subarray(2 * s * inputStride, 2 * (s + 1) * inputStride);
    const c = shared ? filters : filters.subarray(2 * s * taps, 2 * (s + 1) * taps);
    const h = seriesTaps(c, second?.taps ?? [1]);
    y.set(convolve(row, h, precursors + (second?.delay ?? 0), sizes), 2 * s * outputLength);
  }
  return y;
}
