import { fft } from "../../fft/fft.float64.ts";
import { windowValues } from "../../filter-design/windows.ts";
import type { SpectrumWindow } from "./spectrum-sink.ts";

export interface Segments {
  /** Numbers per sample: 1 for real samples, 2 for complex ones. */
  width: 1 | 2;
  points: number;
  window: SpectrumWindow;
  /** Samples of the whole signal up to the end of each segment. */
  ends: readonly number[];
}

/**
 * Returns the mean power of windowed segments in dB, the frequencies in ascending order. A segment that would begin before the
 * signal is shorter, with a window of its length.
 */
export function meanSpectrum(x: Float32Array, { width, points, window: name, ends }: Segments): number[] {
  const power = new Float64Array(points);
  for (const end of ends) {
    const segment = new Float64Array(2 * points);
    const length = Math.min(points, end);
    const window = windowValues(name, length, true);
    const sum = window.reduce((total, value) => total + value, 0);
    for (let n = 0; n < length; n++) {
      const at = end - length + n;
      segment[2 * n] = window[n] * x[width * at];
      segment[2 * n + 1] = width === 2 ? window[n] * x[width * at + 1] : 0;
    }
    const transformed = fft(segment);
    for (let k = 0; k < points; k++) {
      const bin = (k + points / 2) % points;
      power[bin] += (transformed[2 * k] ** 2 + transformed[2 * k + 1] ** 2) / ends.length / sum ** 2;
    }
  }
  return [...power].map((value) => 10 * Math.log10(value));
}
