import { windowValues } from "../filter-design/windows.ts";
import { fft } from "./fft.float64.ts";

/** How the segments of a column become one: their mean, or the largest of each bin. */
const WAYS = {
  mean: (before: number, power: number, segments: number) => before + power / segments,
  peak: (before: number, power: number) => Math.max(before, power),
};

/**
 * Power in dB of each bin, [column][length], negative frequencies first: the mean over the column's segments, or their largest, of
 * |Σ w(n)·x(start + n)·e^{−j2πkn/N}|²/(Σ w)², at least 1e-20. `x` holds complex pairs.
 */
export function spectrogram(
  x: Float64Array,
  starts: readonly (readonly number[])[],
  length: number,
  way: keyof typeof WAYS = "mean",
): Float64Array {
  const window = windowValues("blackman", length, true);
  const scale = 1 / window.reduce((sum, value) => sum + value, 0) ** 2;
  return Float64Array.from(
    starts.flatMap((segments) => {
      const power = new Float64Array(length);
      for (const start of segments) {
        const X = fft(x.slice(2 * start, 2 * (start + length)).map((value, i) => value * window[i >> 1]));
        for (let k = 0; k < length; k++) {
          power[k] = WAYS[way](power[k], scale * (X[2 * k] ** 2 + X[2 * k + 1] ** 2), segments.length);
        }
      }
      const shifted = power.map((_, k) => power[(k + length / 2) % length]);
      return Array.from(shifted, (value) => 10 * Math.log10(Math.max(value, 1e-20)));
    }),
  );
}
