/** The outputs of a convolution: sample m is at index origin + m·decimation of the input. */
export interface OutputGrid {
  origin: number;
  outputLength: number;
  decimation: number;
}

/**
 * Returns y[m] = Σk h[k]·x[origin + m·decimation + precursors − k], 0 ≤ k < taps, with x = 0 outside its ends.
 *
 * @param x Complex samples, interleaved.
 * @param h Complex taps, interleaved, from the first precursor on.
 */
export function convolve(x: Float64Array, h: Float64Array, precursors: number, grid: OutputGrid): Float64Array {
  const y = new Float64Array(2 * grid.outputLength);
  for (let m = 0; m < grid.outputLength; m++) {
    const now = grid.origin + m * grid.decimation + precursors;
    const last = Math.min(h.length / 2 - 1, now);
    for (let k = Math.max(0, now - x.length / 2 + 1); k <= last; k++) {
      const at = 2 * (now - k);
      y[2 * m] += h[2 * k] * x[at] - h[2 * k + 1] * x[at + 1];
      y[2 * m + 1] += h[2 * k] * x[at + 1] + h[2 * k + 1] * x[at];
    }
  }
  return y;
}
