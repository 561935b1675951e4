import { fft } from "../fft/fft.float64.ts";
import type { OutputGrid } from "./direct.reference.ts";
import { spectrumProduct } from "./product.reference.ts";

/** {@link convolve} by one transform as long as x and h together, so that nothing wraps around. */
export function transformConvolve(
  x: Float64Array,
  h: Float64Array,
  precursors: number,
  grid: OutputGrid,
): Float64Array {
  const length = x.length + h.length - 2;
  const [X, H] = [x, h].map((values) => {
    const padded = new Float64Array(length);
    padded.set(values);
    return fft(padded);
  });
  const whole = fft(spectrumProduct(X, H), true);
  return Float64Array.from({ length: 2 * grid.outputLength }, (_, i) => {
    const at = grid.origin + (i >> 1) * grid.decimation + precursors;
    return whole[2 * at + (i & 1)] ?? 0;
  });
}
