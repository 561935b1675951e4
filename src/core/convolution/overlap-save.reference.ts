import { fft } from "../fft/fft.float64.ts";
import type { OutputGrid } from "./direct.reference.ts";

/**
 * {@link convolve} by overlap-save: blocks of x that overlap by taps − 1 samples are multiplied by the filter's spectrum,
 * and the wrapped outputs are discarded.
 *
 * @param length Points of the transforms, more than there are taps.
 */
export function overlapSave(
  x: Float64Array,
  h: Float64Array,
  precursors: number,
  grid: OutputGrid,
  length: number,
): Float64Array {
  const overlap = h.length / 2 - 1;
  const padded = new Float64Array(2 * length);
  padded.set(h);
  const H = fft(padded);
  const y = new Float64Array(2 * grid.outputLength);
  const end = (grid.outputLength - 1) * grid.decimation + 1;
  for (let block = 0; block < end; block += length - overlap) {
    const first = grid.origin + precursors + block - overlap;
    const v = Float64Array.from(padded, (_, i) => x[2 * first + i] ?? 0);
    const V = fft(v);
    const u = fft(
      V.map((value, i) => (i % 2 ? V[i - 1] * H[i] + value * H[i - 1] : value * H[i] - V[i + 1] * H[i + 1])),
      true,
    );
    for (let n = block; n < Math.min(end, block + length - overlap); n++) {
      if (n % grid.decimation) continue;
      const at = 2 * (n - block + overlap);
      y.set(u.subarray(at, at + 2), (2 * n) / grid.decimation);
    }
  }
  return y;
}
