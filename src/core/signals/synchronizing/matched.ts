import type { BandSamples } from "./spectrum.ts";

/** Roll-offs that are tried. */
export const ROLLOFFS = [0.2, 0.35, 0.5];

/** Gain of a root-raised-cosine filter at a frequency in symbol rates. */
export function rootRaisedCosine(at: number, rolloff: number): number {
  const f = Math.abs(at);
  if (f <= (1 - rolloff) / 2) return 1;
  if (f >= (1 + rolloff) / 2) return 0;
  return Math.cos((Math.PI / (2 * rolloff)) * (f - (1 - rolloff) / 2));
}

/** Gain of the filter that matches MSK's pulses, half a sine of two bits, at a frequency in bit rates. */
export function halfSine(at: number): number {
  const f = Math.abs(at);
  if (f >= 0.75) return 0;
  return Math.abs(f - 0.25) < 1e-6 ? Math.PI / 4 : Math.cos(2 * Math.PI * f) / (1 - 16 * f * f);
}

/** Width of the filter of rectangular pulses in symbol rates: the rest of their lobes has 3 % of the power, and often lies under the noise. */
export const RECTANGLE_WIDTH = 6;

/** Gain of the filter that matches rectangular pulses, the mean over a symbol, at a frequency in symbol rates. */
export const rectangle = (at: number): number => (at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at));

/** Samples a band at given instants, by cubic interpolation. Instants are in samples of `sampleRateHz`. */
export function sampledAt(
  band: BandSamples,
  sampleRateHz: number,
  first: number,
  step: number,
  count: number,
): Float64Array {
  const ratio = band.sampleRateHz / sampleRateHz;
  const values = new Float64Array(2 * count);
  const weights = new Float64Array(4);
  const last = band.samples.length / 2 - 1;
  for (let k = 0; k < count; k++) {
    const at = (first + k * step) * ratio;
    const whole = Math.floor(at);
    const t = at - whole;
    weights[0] = (-t * (t - 1) * (t - 2)) / 6;
    weights[1] = ((t + 1) * (t - 1) * (t - 2)) / 2;
    weights[2] = (-(t + 1) * t * (t - 2)) / 2;
    weights[3] = ((t + 1) * t * (t - 1)) / 6;
    for (let j = 0; j < 4; j++) {
      const i = whole - 1 + j;
      if (i < 0 || i > last) continue;
      values[2 * k] += weights[j] * band.samples[2 * i];
      values[2 * k + 1] += weights[j] * band.samples[2 * i + 1];
    }
  }
  return values;
}

/** Turns symbols by `cycles` per symbol, from `start` cycles. */
export function rotate(symbols: Float64Array, cycles: number, start = 0): void {
  for (let k = 0; k < symbols.length / 2; k++) {
    const angle = 2 * Math.PI * (start + cycles * k);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const re = symbols[2 * k];
    const im = symbols[2 * k + 1];
    symbols[2 * k] = re * c - im * s;
    symbols[2 * k + 1] = re * s + im * c;
  }
}

/** Root mean square of complex symbols. */
export function levelOf(symbols: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < symbols.length; i++) sum += symbols[i] * symbols[i];
  return Math.sqrt(sum / Math.max(1, symbols.length / 2));
}
