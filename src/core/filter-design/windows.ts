import { besselI0 } from "./fir/kaiser.ts";

/** a0 − a1·cos + a2·cos 2 − … of windows that are sums of cosines. */
export const COSINES = {
  rectangular: [1],
  hann: [0.5, 0.5],
  hamming: [0.54, 0.46],
  blackman: [0.42, 0.5, 0.08],
  flattop: [0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368],
} as const;

/**
 * The names of the windows.
 *
 * @example
 * ```ts
 * import { WINDOWS } from "threeray/filter-design";
 *
 * console.log(WINDOWS.join(", ")); // rectangular, hann, hamming, blackman, flattop, kaiser
 * ```
 */
export const WINDOWS = ["rectangular", "hann", "hamming", "blackman", "flattop", "kaiser"] as const;
/** A name in `WINDOWS`. */
export type WindowName = (typeof WINDOWS)[number];

/** A window; for Kaiser's with its β. kaiserBeta gives the β of an attenuation. */
export type Window = Exclude<WindowName, "kaiser"> | { kaiser: number };

/**
 * Returns a window: symmetric, for filters, or one period of a periodic one, for transforms. Source of the flat-top window: G. D'Antona and A. Ferrero, Digital Signal Processing for Measurement Systems, 2006.
 *
 * @throws RangeError unless length is an integer ≥ 1 and β ≥ 0.
 *
 * @example
 * ```ts
 * import { windowValues } from "threeray/filter-design";
 *
 * console.log(Array.from(windowValues("hann", 5), (value) => value.toFixed(2)).join(" ")); // 0.00 0.50 1.00 0.50 0.00
 * ```
 */
export function windowValues(window: Window, length: number, periodic = false): Float64Array {
  if (!Number.isInteger(length) || length < 1) {
    throw new RangeError(`filter-design/windows: length must be an integer ≥ 1, got ${length}`);
  }
  if (length === 1) return Float64Array.of(1);
  const period = periodic ? length : length - 1;
  const made = (value: (n: number) => number) => {
    const values = new Float64Array(length);
    // Sample n is sample period − n.
    for (let n = 0; 2 * n <= period; n++) {
      values[n] = value(n);
      if (period - n < length) values[period - n] = values[n];
    }
    return values;
  };
  if (typeof window === "string") {
    const terms: readonly number[] = COSINES[window];
    return made((n) =>
      terms.reduce((sum, a, k) => sum + (k % 2 ? -a : a) * Math.cos((2 * Math.PI * k * n) / period), 0),
    );
  }
  const beta = window.kaiser;
  if (!(beta >= 0)) throw new RangeError(`filter-design/windows: β must be ≥ 0, got ${beta}`);
  const peak = besselI0(beta);
  return made((n) => besselI0(beta * Math.sqrt(1 - (1 - (2 * n) / period) ** 2)) / peak);
}
