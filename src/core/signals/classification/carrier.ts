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
/** Peak of speech over its root mean square, and the depths of AM that are equally likely. */
const [CREST, DEPTHS] = [3.7, [0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]];

/** What the side bands of a carrier tell about sound. */
export interface Sound {
  /** Power in phase over power in quadrature, in standard deviations of noise. */
  excess: number;
  /** Logarithm of the likelihood of AM with speech over the likelihood of a tone in noise. */
  evidence: number;
}

/**
 * Compares the side bands of a carrier in phase and in quadrature, weighted like speech. AM is in phase only; noise is equal in both. The
 * evidence compares tones with AM of usual depths, so it is near 0 where noise would hide such sound.
 *
 * @param values In phase and in quadrature, relative to the carrier, at `sampleRateHz`.
 */
export function soundInPhase(inPhase: Float64Array, quadrature: Float64Array, sampleRateHz: number): Sound {
  const interleaved = new Float64Array(2 * inPhase.length);
  let energy = 0;
  for (let i = 0; i < inPhase.length; i++) {
    // Hann's window keeps the carrier and the ends of the burst out of the side bands.
    const weight = 1 - Math.cos((2 * Math.PI * (i + 0.5)) / inPhase.length);
    interleaved[2 * i] = weight * (inPhase[i] - 1);
    interleaved[2 * i + 1] = weight * quadrature[i];
    energy += weight * weight;
  }
  const { bins, binHz, length } = burstSpectrumOf({ samples: interleaved, sampleRateHz });
  const size = bins.length / 2;
  const sides: { real: number; imaginary: number; weight: number }[] = [];
  for (let k = Math.ceil(SOUND_FROM / binHz); k <= Math.min(size / 2 - 1, SOUND_TO / binHz); k++) {
    // The transforms of both real parts: sum and difference of opposite frequencies.
    const [a, b] = [bins[2 * k], bins[2 * k + 1]];
    const [c, d] = [bins[2 * (size - k)], bins[2 * (size - k) + 1]];
    const weight = 1 / (1 + ((k * binHz) / SOUND_CORNER) ** 2);
    sides.push({ real: (a + c) ** 2 + (b - d) ** 2, imaginary: (a - c) ** 2 + (b + d) ** 2, weight });
  }
  const sum = (value: (side: (typeof sides)[0]) => number) => sides.reduce((total, side) => total + value(side), 0);
  const weights = sum(({ weight }) => weight);
  const noise = sum(({ weight, imaginary }) => weight * imaginary) / weights;
  // Both are exponential. Zeros after the burst and Hann's window, which widens a bin by half, make neighbouring bins alike.
  const independent = length / size / 1.5;
  const excess =
    sum(({ real, imaginary, weight }) => weight * (real - imaginary)) /
    (noise * Math.sqrt((2 * sum(({ weight }) => weight * weight)) / independent));
  // Power of sound of depth 1 at its lowest frequencies, in a bin.
  const full = (4 * energy * sampleRateHz) / CREST ** 2 / (2 * weights * binHz);
  // The noise is the likeliest one for each depth; 0 is a tone.
  const likelihoodOf = (depth: number) => {
    const gains = sides.map(({ weight }) => 1 + (depth ** 2 * full * weight) / noise);
    const level = sides.reduce((total, { real, imaginary }, i) => total + imaginary + real / gains[i], 0);
    return -2 * sides.length * Math.log(level) - gains.reduce((total, gain) => total + Math.log(gain), 0);
  };
  const none = likelihoodOf(0);
  const found = DEPTHS.map((depth) => independent * (likelihoodOf(depth) - none));
  const best = Math.max(...found);
  const evidence = best + Math.log(found.reduce((total, value) => total + Math.exp(value - best), 0) / DEPTHS.length);
  return { excess, evidence };
}
