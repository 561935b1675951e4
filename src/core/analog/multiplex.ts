import { kaiserBeta, kaiserLength } from "../filter-design/fir/kaiser.ts";
import { windowed } from "../filter-design/fir/windowed.ts";

/** Pilot, Hz; the difference of left and right is at twice its frequency. */
export const PILOT = 19_000;
/** Amplitude of the weakest pilot, for a multiplex with 1 at full deviation. Stations send 0.08 to 0.1: Recommendation ITU-R BS.450. */
export const LEAST_PILOT = 0.02;
/** Upper edge of the audio band, Hz; the difference's band starts at the same distance above the pilot. */
const AUDIO = 15_000;
const TRANSITION = PILOT - AUDIO;
/** Least samples/s of a multiplex. */
export const LEAST_RATE = 2 * (2 * PILOT + AUDIO);
/** Least samples/s of audio at which the low-pass filter's transition band does not fold into the audio band. */
export const LEAST_AUDIO_RATE = 2 * AUDIO + TRANSITION;
/** Attenuation outside the bands, dB. */
const ATTENUATION = 70;

/**
 * Returns 1/sinc(38 kHz/rate). A quadrature demodulator averages the frequency over a sample, which weakens the difference of left
 * and right more than their sum, so left would be heard at the right.
 */
export function apertureGain(rate: number): number {
  const angle = (2 * Math.PI * PILOT) / rate;
  return angle / Math.sin(angle);
}

/** A low-pass filter with an odd number of taps and −6 dB in the middle of the transition. */
function lowPass(rate: number, middle: number): Float64Array {
  const nyquist = rate / 2;
  const length = 2 * Math.floor(kaiserLength(ATTENUATION, TRANSITION / nyquist) / 2) + 1;
  return windowed({ length, cutoff: middle / nyquist, passZero: true, window: { kaiser: kaiserBeta(ATTENUATION) } });
}

/** The analytic signal of the pilot alone, 2·h[k]·e^{jω(k − D)} about the middle D: complex pairs; its magnitude is the pilot's amplitude. */
export function pilotTaps(rate: number): Float64Array {
  const h = lowPass(rate, TRANSITION / 2);
  const middle = (h.length - 1) / 2;
  const taps = new Float64Array(2 * h.length);
  for (const [k, tap] of h.entries()) {
    const angle = (2 * Math.PI * PILOT * (k - middle)) / rate;
    taps.set([2 * tap * Math.cos(angle), 2 * tap * Math.sin(angle)], 2 * k);
  }
  return taps;
}

/**
 * Taps that pass the audio band and stop the pilot and all above it: real and symmetric. With a time constant in seconds also the
 * de-emphasis y[n] = (1 − p)·x[n] + p·y[n−1], p = e^{−1/(rate·τ)}, with its response cut off at −120 dB.
 */
export function audioTaps(rate: number, deemphasis = 0): Float64Array {
  const h = lowPass(rate, AUDIO + TRANSITION / 2);
  if (deemphasis === 0) return h;
  const pole = Math.exp(-1 / (rate * deemphasis));
  const tail = Math.ceil(14 * rate * deemphasis);
  const taps = new Float64Array(h.length + tail - 1);
  for (let i = 0; i < tail; i++) {
    for (const [k, tap] of h.entries()) taps[i + k] += (1 - pole) * pole ** i * tap;
  }
  return taps;
}
