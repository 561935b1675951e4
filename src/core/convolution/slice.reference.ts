import type { SliceConfig } from "./slice.ts";

/** Returns y[s][m] = x[s][first + m·step], complex, zero outside the row of x. */
export function slice(x: Float64Array, config: Omit<SliceConfig, "input">): Float64Array {
  const { inputStride, first, step = 1, outputLength } = config;
  return Float64Array.from({ length: 2 * config.rows * outputLength }, (_, i) => {
    const row = Math.floor(i / 2 / outputLength);
    const at = first + ((i >> 1) % outputLength) * step;
    return at >= 0 && at < inputStride ? x[2 * (row * inputStride + at) + (i & 1)] : 0;
  });
}
