import { type Window, windowValues } from "../filter-design/windows.ts";
import { fft } from "./fft.float64.ts";

/** One windowed transform of complex pairs; frequency 0 in the middle of its output, or of an inverse one's input. */
export function windowedFft(
  x: Float64Array,
  { window, shift, inverse }: { window: Window; shift: boolean; inverse: boolean },
): Float64Array {
  const N = x.length / 2;
  const values = windowValues(window, N, true);
  const rotated = (y: Float64Array, by: number) => Float64Array.of(...y.subarray(2 * by), ...y.subarray(0, 2 * by));
  const weighted = x.map((value, i) => value * values[i >> 1]);
  if (!shift) return fft(weighted, inverse);
  return inverse ? fft(rotated(weighted, Math.floor(N / 2)), true) : rotated(fft(weighted), Math.ceil(N / 2));
}
