import { type Sampled, burstSpectrumOf, strongestLine } from "../synchronizing/spectrum.ts";

/** The strongest line of a signal, and what lies in phase and in quadrature with it. */
export interface Carrier {
  hz: number;
  /** Its share of the power. */
  share: number;
  strength: number;
  /** Signal in phase with the carrier and in quadrature, real, with the carrier's amplitude as 1. */
  inPhase: Float64Array;
  quadrature: Float64Array;
}

export function carrierLineOf({ samples, sampleRateHz }: Sampled, fromHz: number, toHz: number): Carrier {
  const line = strongestLine({ samples, sampleRateHz }, fromHz, toHz);
  const length = samples.length / 2;
  const amplitude = Math.hypot(line.re, line.im);
  const [inPhase, quadrature] = [new Float64Array(length), new Float64Array(length)];
  const start = Math.atan2(line.im, line.re);
  let power = 0;
  for (let n = 0; n < length; n++) {
    const angle = start + (2 * Math.PI * line.hz * n) / sampleRateHz;
    const [c, s] = [Math.cos(angle) / amplitude, Math.sin(angle) / amplitude];
    const [re, im] = [samples[2 * n], samples[2 * n + 1]];
    power += (re * re + im * im) / length;
    inPhase[n] = re * c + im * s;
    quadrature[n] = im * c - re * s;
  }
  return { hz: line.hz, share: amplitude ** 2 / power, strength: line.strength, inPhase, quadrature };
}

export function varianceOf(values: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return squares / values.length - (sum / values.length) ** 2;
}

/** Band of speech around a carrier, and the frequency above which it falls, Hz. */
const [SOUND_FROM, SOUND_TO, SOUND_CORNER] = [250, 3500, 700];

/**
 * Compares the side bands of a carrier in phase and in quadrature, weighted like speech. AM is in phase only; noise is equal in both.
 *
 * @param values In phase and in quadrature, at `sampleRateHz`.
 * @returns The excess of the part in phase, in standard deviations of noise.
 */
export function soundInPhase(inPhase: Float64Array, quadrature: Float64Array, sampleRateHz: number): number {
  const interleaved = new Float64Array(2 * inPhase.length);
  for (let i = 0; i < inPhase.length; i++) {
    // Hann's window keeps the carrier and the ends of the burst out of the side bands.
    const weight = 1 - Math.cos((2 * Math.PI * (i + 0.5)) / inPhase.length);
    interleaved.set([weight * (inPhase[i] - 1), weight * quadrature[i]], 2 * i);
  }
  const { bins, binHz, length } = burstSpectrumOf({ samples: interleaved, sampleRateHz });
  const size = bins.length / 2;
  let [excess, noise, weights, squares] = [0, 0, 0, 0];
  for (let k = Math.ceil(SOUND_FROM / binHz); k <= Math.min(size / 2 - 1, SOUND_TO / binHz); k++) {
    // The transforms of both real parts: sum and difference of opposite frequencies.
    const [a, b] = [bins[2 * k], bins[2 * k + 1]];
    const [c, d] = [bins[2 * (size - k)], bins[2 * (size - k) + 1]];
    const real = (a + c) ** 2 + (b - d) ** 2;
    const imaginary = (a - c) ** 2 + (b + d) ** 2;
    const weight = 1 / (1 + ((k * binHz) / SOUND_CORNER) ** 2);
    excess += weight * (real - imaginary);
    noise += weight * imaginary;
    weights += weight;
    squares += weight * weight;
  }
  // Both are exponential; zeros after the burst make neighbouring bins alike.
  // Hann's window widens a bin by half.
  const independent = length / size / 1.5;
  return excess / ((noise / weights) * Math.sqrt((2 * squares) / independent));
}
