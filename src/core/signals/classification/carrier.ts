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
    const c = Math.cos(angle) / amplitude;
    const s = Math.sin(angle) / amplitude;
    const re = samples[2 * n];
    const im = samples[2 * n + 1];
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

/** Powers of the side bands of a carrier, in phase and in quadrature with it: the sums of both sides. */
interface SideBands {
  bins: { hz: number; inPhase: number; quadrature: number }[];
  binHz: number;
  /** Sum of the window's squares. */
  energy: number;
  /** Independent bins per bin. */
  independent: number;
}

function sideBandsOf(
  inPhase: Float64Array,
  quadrature: Float64Array,
  sampleRateHz: number,
  [fromHz, toHz]: readonly [number, number],
): SideBands {
  const samples = new Float64Array(2 * inPhase.length);
  let energy = 0;
  for (let i = 0; i < inPhase.length; i++) {
    // Hann's window keeps the carrier and the ends of the burst out of the side bands.
    const weight = 1 - Math.cos((2 * Math.PI * (i + 0.5)) / inPhase.length);
    samples[2 * i] = weight * (inPhase[i] - 1);
    samples[2 * i + 1] = weight * quadrature[i];
    energy += weight * weight;
  }
  const { bins: values, binHz, length } = burstSpectrumOf({ samples, sampleRateHz });
  const size = values.length / 2;
  const bins: SideBands["bins"] = [];
  for (let k = Math.ceil(fromHz / binHz); k <= Math.min(size / 2 - 1, toHz / binHz); k++) {
    // The transforms of both real parts: sum and difference of opposite frequencies.
    const [a, b] = [values[2 * k], values[2 * k + 1]];
    const [c, d] = [values[2 * (size - k)], values[2 * (size - k) + 1]];
    bins.push({ hz: k * binHz, inPhase: (a + c) ** 2 + (b - d) ** 2, quadrature: (a - c) ** 2 + (b + d) ** 2 });
  }
  // Zeros after the burst and Hann's window, which widens a bin by half, make neighbouring bins alike.
  return { bins, binHz, energy, independent: length / size / 1.5 };
}

const sumOf = <Value>(values: readonly Value[], of: (value: Value) => number) =>
  values.reduce((total, value) => total + of(value), 0);

/** Excess of the power in phase, in standard deviations of noise, whose powers are exponential in each bin. */
function excessOf({ bins, independent }: SideBands, weightOf: (hz: number) => number): number {
  const noise = sumOf(bins, ({ hz, quadrature }) => weightOf(hz) * quadrature) / sumOf(bins, ({ hz }) => weightOf(hz));
  const excess = sumOf(bins, ({ hz, inPhase, quadrature }) => weightOf(hz) * (inPhase - quadrature));
  const squares = sumOf(bins, ({ hz }) => weightOf(hz) ** 2);
  return excess / (noise * Math.sqrt((2 * squares) / independent));
}

/** Band of speech around a carrier, and the frequency above which it falls, Hz. */
const [SOUND_FROM, SOUND_TO, SOUND_CORNER] = [250, 3500, 700];
/** Peak of speech over its root mean square, and the depths of AM that are equally likely. */
const [CREST, DEPTHS] = [3.2, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]];

/** What the side bands of a carrier tell about sound. */
export interface SoundEvidence {
  /** Power in phase over power in quadrature, weighted like speech, in standard deviations of noise. */
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
export function soundInPhase(inPhase: Float64Array, quadrature: Float64Array, sampleRateHz: number): SoundEvidence {
  const sides = sideBandsOf(inPhase, quadrature, sampleRateHz, [SOUND_FROM, SOUND_TO]);
  const { bins, binHz, energy, independent } = sides;
  const weightOf = (hz: number) => 1 / (1 + (hz / SOUND_CORNER) ** 2);
  const weights = sumOf(bins, ({ hz }) => weightOf(hz));
  const noise = sumOf(bins, ({ hz, quadrature: power }) => weightOf(hz) * power) / weights;
  // Power of sound of depth 1 at its lowest frequencies, in a bin.
  const full = (4 * energy * sampleRateHz) / CREST ** 2 / (2 * weights * binHz);
  // The noise is the likeliest one for each depth; 0 is a tone.
  const likelihoodOf = (depth: number) => {
    const gainOf = (hz: number) => 1 + (depth ** 2 * full * weightOf(hz)) / noise;
    const level = sumOf(bins, (bin) => bin.quadrature + bin.inPhase / gainOf(bin.hz));
    return -2 * bins.length * Math.log(level) - sumOf(bins, ({ hz }) => Math.log(gainOf(hz)));
  };
  const none = likelihoodOf(0);
  const found = DEPTHS.map((depth) => independent * (likelihoodOf(depth) - none));
  const best = Math.max(...found);
  const evidence = best + Math.log(found.reduce((total, value) => total + Math.exp(value - best), 0) / DEPTHS.length);
  return { excess: excessOf(sides, weightOf), evidence };
}

/**
 * Compares the power in phase with a carrier beyond its sound with the power in quadrature.
 *
 * @returns The excess in standard deviations of noise, and its share of the excess at all frequencies.
 */
export function beyondInPhase(
  inPhase: Float64Array,
  quadrature: Float64Array,
  sampleRateHz: number,
  [fromHz, toHz]: readonly [number, number],
): { excess: number; share: number } {
  const all = sideBandsOf(inPhase, quadrature, sampleRateHz, [SOUND_FROM, Math.min(toHz, 0.49 * sampleRateHz)]);
  const beyond = { ...all, bins: all.bins.filter(({ hz }) => hz >= fromHz) };
  if (beyond.bins.length === 0) return { excess: 0, share: 0 };
  const powerOf = ({ bins }: SideBands) => sumOf(bins, (bin) => bin.inPhase - bin.quadrature);
  const share = Math.max(0, Math.min(1, powerOf(beyond) / Math.max(1e-12, powerOf(all))));
  return { excess: excessOf(beyond, () => 1), share };
}
