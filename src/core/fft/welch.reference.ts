import { windowValues } from "../filter-design/windows.ts";
import { fft } from "./fft.float64.ts";

/**
 * Power in each of `length` bins, in FFT order, by Welch's method: Blackman window, segments that overlap by half, averaged
 * over all rows (complex pairs). The bins add up to the mean power of white noise.
 */
export function welch(rows: readonly Float64Array[], length: number): Float64Array {
  const window = windowValues("blackman", length, true);
  const energy = window.reduce((sum, value) => sum + value * value, 0);
  const power = new Float64Array(length);
  let segments = 0;
  for (const row of rows) {
    for (let start = 0; start + length <= row.length / 2; start += length / 2) {
      const X = fft(row.subarray(2 * start, 2 * (start + length)).map((value, i) => value * window[i >> 1]));
      for (let k = 0; k < length; k++) power[k] += X[2 * k] ** 2 + X[2 * k + 1] ** 2;
      segments++;
    }
  }
  return power.map((value) => value / (length * energy * segments));
}
