import { amplitude } from "./response.ts";
import { type Window, windowValues } from "../windows.ts";

/** A filter with alternating pass and stop bands; edges in units of the Nyquist frequency. */
export interface WindowedDesign {
  /** Number of taps; odd for filters that pass the Nyquist frequency. */
  length: number;
  /** Middles of the transitions, at −6 dB, in rising order: one, two, or more for filters with many bands. */
  cutoff: number | readonly number[];
  /** True if the first band passes: low-pass and band-stop. */
  passZero: boolean;
  window: Window;
}

/**
 * Returns the ideal taps times a window, with gain 1 in the middle of the first pass band, or at 0 or the Nyquist frequency if it includes them. SciPy's firwin.
 *
 * @throws RangeError for lengths, edges and windows out of range.
 *
 * @example
 * ```ts
 * import { designWindowed } from "threeray/filter-design";
 *
 * const taps = designWindowed({ length: 5, cutoff: 0.5, passZero: true, window: "hamming" });
 * console.log(Array.from(taps, (tap) => tap.toFixed(3)).join(" ")); // 0.000 0.204 0.593 0.204 0.000
 * ```
 */
export function windowed({ length, cutoff, passZero, window }: WindowedDesign): Float64Array {
  const where = "filter-design/fir/windowed";
  const inner = [cutoff].flat();
  if (inner.length === 0 || !inner.every((edge, i) => edge > (i ? inner[i - 1] : 0) && edge < 1)) {
    throw new RangeError(
      `${where}: cutoff must rise between 0 and the Nyquist frequency, got ${inner.join(", ") || "none"} of it`,
    );
  }
  const shape = windowValues(window, length);
  const passNyquist = passZero === (inner.length % 2 === 0);
  if (passNyquist && length % 2 === 0) {
    throw new RangeError(`${where}: length must be odd where the Nyquist frequency passes, got ${length}`);
  }
  const edges = [...(passZero ? [0] : []), ...inner, ...(passNyquist ? [1] : [])];
  const middle = (length - 1) / 2;
  const taps = new Float64Array(length);
  for (let n = 0; n <= middle; n++) {
    let sum = 0;
    for (let i = 0; i < edges.length; i += 2) sum += ideal(edges[i + 1], n - middle) - ideal(edges[i], n - middle);
    taps[n] = taps[length - 1 - n] = shape[n] * sum;
  }
  const center = edges[0] === 0 ? 0 : edges[1] === 1 ? 1 : (edges[0] + edges[1]) / 2;
  const gain = amplitude(taps, center);
  return taps.map((tap) => tap / gain);
}

/** Sample t of an ideal low-pass: sin(πft)/πt. */
const ideal = (f: number, t: number) => (t === 0 ? f : Math.sin(Math.PI * f * t) / (Math.PI * t));
