import { WINDOW_ORIGIN } from "../blocks.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { CHANNEL_POSTCURSORS, CHANNEL_PRECURSORS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/**
 * A single tap: the inverse of the complex gain ĝ(D) = Σm r̃(m+D)p*(m) / Σ|p|² at the delay D, −12 … 25, where |ĝ| is largest.
 *
 * @param window A packet's window r̃, complex pairs.
 * @returns c, 186 complex numbers from k = −60 on.
 */
export function singleTap(window: Float64Array): Float64Array {
  const p = knownWaveform;
  const energy = p.reduce((sum, value) => sum + value * value, 0);
  let best = { delay: 0, re: 0, im: 0, power: 0 };
  for (let delay = -CHANNEL_PRECURSORS; delay <= CHANNEL_POSTCURSORS; delay++) {
    const r = window.subarray(2 * (WINDOW_ORIGIN + delay));
    let re = 0;
    let im = 0;
    for (let m = 0; m < p.length; m += 2) {
      re += (r[m] * p[m] + r[m + 1] * p[m + 1]) / energy;
      im += (r[m + 1] * p[m] - r[m] * p[m + 1]) / energy;
    }
    const power = re * re + im * im;
    if (power > best.power) best = { delay, re, im, power };
  }
  const c = new Float64Array(2 * EQUALIZER_TAPS);
  if (best.power) c.set([best.re / best.power, -best.im / best.power], 2 * (PRECURSORS - best.delay));
  return c;
}
