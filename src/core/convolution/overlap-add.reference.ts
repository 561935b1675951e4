import { fft } from "../fft/fft.float64.ts";
import type { OutputGrid } from "./direct.reference.ts";
import { spectrumProduct } from "./product.reference.ts";

/**
 * {@link convolve} by overlap-add: it filters blocks of x that do not overlap through their spectra, and sums the results where
 * they overlap.
 *
 * @param length Points of the transforms, more than there are taps.
 */
export function overlapAdd(
  x: Float64Array,
  h: Float64Array,
  precursors: number,
  grid: OutputGrid,
  length: number,
): Float64Array {
  const padded = new Float64Array(2 * length);
  padded.set(h);
  const H = fft(padded);
  const block = length - h.length / 2 + 1;
  const whole = new Float64Array(x.length + 4 * length);
  for (let start = 0; start < x.length; start += 2 * block) {
    const v = new Float64Array(2 * length);
    v.set(x.subarray(start, start + 2 * block));
    for (const [i, value] of fft(spectrumProduct(fft(v), H), true).entries()) whole[start + i] += value;
  }
  return Float64Array.from({ length: 2 * grid.outputLength }, (_, i) => {
    const at = grid.origin + (i >> 1) * grid.decimation + precursors;
    return whole[2 * at + (i & 1)] ?? 0;
  });
}
