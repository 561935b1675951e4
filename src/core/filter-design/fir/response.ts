import type { Response } from "../response.ts";

/**
 * Response of taps; delay by Re Σn·h[n]e^−jωn / Σh[n]e^−jωn. Symmetric taps have the phase −ωM, plus a constant of their type, and steps of π at zeros. The phase of other taps is unwrapped along the frequencies, so they must be dense.
 *
 * @param frequencies In units of the Nyquist frequency, 0 … 1.
 *
 * @example
 * ```ts
 * import { tapsResponse } from "threeray/filter-design";
 *
 * // The mean of two samples has a zero at the Nyquist frequency and a delay of half a sample.
 * const { gainDb, delay } = tapsResponse([0.5, 0.5], [0.5, 1]);
 * console.log(gainDb[0].toFixed(2), gainDb[1] < -200, delay[0]); // -3.01 true 0.5
 * ```
 */
export function tapsResponse(taps: ArrayLike<number>, frequencies: ArrayLike<number>): Response {
  const length = frequencies.length;
  const made = () => new Float64Array(length);
  const response = { gainDb: made(), phase: made(), delay: made() };
  const middle = (taps.length - 1) / 2;
  const kind = symmetry(taps);
  let previous = 0;
  for (let i = 0; i < length; i++) {
    const omega = Math.PI * frequencies[i];
    // About the middle tap symmetric taps have only a real or an imaginary part.
    let [re, im, slopeRe, slopeIm] = [0, 0, 0, 0];
    if (kind === "even") {
      re = amplitude(taps, frequencies[i]);
    } else {
      for (let n = 0; n < taps.length; n++) {
        const t = n - middle;
        const [c, s] = [taps[n] * Math.cos(omega * t), -taps[n] * Math.sin(omega * t)];
        re += c;
        im += s;
        slopeRe += t * c;
        slopeIm += t * s;
      }
    }
    if (kind === "odd") re = 0;
    const power = re * re + im * im;
    response.gainDb[i] = 10 * Math.log10(power);
    response.delay[i] = kind || power === 0 ? middle : middle + (slopeRe * re + slopeIm * im) / power;
    let angle = Math.atan2(im, re);
    if (!kind) angle += 2 * Math.PI * Math.round((previous - angle) / (2 * Math.PI));
    previous = angle;
    response.phase[i] = angle - omega * middle;
  }
  return response;
}

/** The symmetry of taps, up to rounding: even, odd or none. */
export function symmetry(taps: ArrayLike<number>): "even" | "odd" | undefined {
  let [size, even, odd] = [0, 0, 0];
  for (let n = 0; n < taps.length; n++) {
    const mirror = taps[taps.length - 1 - n];
    size = Math.max(size, Math.abs(taps[n]));
    even = Math.max(even, Math.abs(taps[n] - mirror));
    odd = Math.max(odd, Math.abs(taps[n] + mirror));
  }
  if (even <= 1e-12 * size) return "even";
  return odd <= 1e-12 * size ? "odd" : undefined;
}

/** A(f) of even taps: Σh[n]·cos πf(n − M). */
export function amplitude(taps: ArrayLike<number>, frequency: number): number {
  const half = taps.length >> 1;
  let sum = 0;
  for (let n = 0; n < half; n++) sum += taps[n] * Math.cos(Math.PI * frequency * ((taps.length - 1) / 2 - n));
  return 2 * sum + (taps.length % 2 ? taps[half] : 0);
}

/** A(i/steps), i = 0 … steps, of even taps, or of odd ones: −Σh[n]·sin πf(n − M). */
export function amplitudesOf(taps: ArrayLike<number>, steps: number, odd = false): Float64Array {
  const half = taps.length >> 1;
  // Angles are multiples of π/2 · 1/steps; a sine is a cosine 90° earlier.
  const turn = 4 * steps;
  const cosines = Float64Array.from({ length: turn }, (_, i) => Math.cos((2 * Math.PI * i) / turn));
  return Float64Array.from({ length: steps + 1 }, (_, i) => {
    let sum = 0;
    const from = odd ? turn - steps : 0;
    let at = (from + i * (taps.length - 1)) % turn;
    const back = (2 * i) % turn;
    for (let n = 0; n < half; n++) {
      sum += taps[n] * cosines[at];
      at -= back;
      if (at < 0) at += turn;
    }
    return 2 * sum + (taps.length % 2 && !odd ? taps[half] : 0);
  });
}
