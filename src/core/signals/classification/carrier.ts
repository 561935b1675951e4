import { valueOfRank } from "../finding/ranks.ts";
import { burstSpectrumOf, lineNear, type Sampled, strongestLine } from "../synchronizing/spectrum.ts";
import { logOfSum, loudMomentsIn, STEADY_AMPLITUDE } from "./loud-moments.ts";

/** The strongest line of a signal, and what lies in phase and in quadrature with it. */
export interface Carrier {
  hz: number;
  /** Its share of the power. */
  share: number;
  /** Signal in phase with the carrier and in quadrature, real, with the carrier's amplitude as 1. */
  inPhase: Float64Array;
  quadrature: Float64Array;
}

/** Samples for which a phasor is computed by multiplication from an exact one. */
const TURN = 512;

/** @param nearHz The line's frequency within half a cycle per length. Default: the strongest line between `fromHz` and `toHz`. */
export function carrierLineOf(signal: Sampled, fromHz: number, toHz: number, nearHz?: number): Carrier {
  const { samples, sampleRateHz } = signal;
  const line = nearHz === undefined ? strongestLine(signal, fromHz, toHz) : lineNear(signal, nearHz);
  const length = samples.length / 2;
  const amplitude = Math.hypot(line.re, line.im);
  const [inPhase, quadrature] = [new Float64Array(length), new Float64Array(length)];
  const start = Math.atan2(line.im, line.re);
  const step = (2 * Math.PI * line.hz) / sampleRateHz;
  const power = turnBack(samples, { start, step, amplitude }, inPhase, quadrature);
  return { hz: line.hz, share: (amplitude ** 2 * length) / power, inPhase, quadrature };
}

/** Writes what lies in phase and in quadrature with a line, and returns the sum of the squared amplitudes. */
function turnBack(
  samples: Float64Array,
  { start, step, amplitude }: { start: number; step: number; amplitude: number },
  inPhase: Float64Array,
  quadrature: Float64Array,
): number {
  const turnRe = Math.cos(step);
  const turnIm = Math.sin(step);
  let power = 0;
  for (let from = 0; from < inPhase.length; from += TURN) {
    let c = Math.cos(start + step * from) / amplitude;
    let s = Math.sin(start + step * from) / amplitude;
    const end = Math.min(inPhase.length, from + TURN);
    for (let n = from; n < end; n++) {
      const re = samples[2 * n];
      const im = samples[2 * n + 1];
      power += re * re + im * im;
      inPhase[n] = re * c + im * s;
      quadrature[n] = im * c - re * s;
      const next = c * turnRe - s * turnIm;
      s = c * turnIm + s * turnRe;
      c = next;
    }
  }
  return power;
}

export function varianceOf(values: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  return squares / values.length - (sum / values.length) ** 2;
}

/** Powers of the side bands of a carrier, in phase and in quadrature with it: the sums of both sides. */
interface SideBands {
  hz: Float64Array;
  inPhase: Float64Array;
  quadrature: Float64Array;
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
  const { samples, energy } = windowedSides(inPhase, quadrature);
  const { bins: values, binHz, length } = burstSpectrumOf({ samples, sampleRateHz });
  const size = values.length / 2;
  const first = Math.ceil(fromHz / binHz);
  const count = Math.max(0, Math.floor(Math.min(size / 2 - 1, toHz / binHz)) - first + 1);
  const [hz, both, other] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const k = first + i;
    // The transforms of both real parts: sum and difference of opposite frequencies.
    const [a, b] = [values[2 * k], values[2 * k + 1]];
    const [c, d] = [values[2 * (size - k)], values[2 * (size - k) + 1]];
    hz[i] = k * binHz;
    both[i] = (a + c) ** 2 + (b - d) ** 2;
    other[i] = (a - c) ** 2 + (b + d) ** 2;
  }
  // Zeros after the burst and Hann's window, which widens a bin by half, make neighbouring bins alike.
  return { hz, inPhase: both, quadrature: other, binHz, energy, independent: length / size / 1.5 };
}

/** Returns what lies beside a carrier as complex samples. Hann's window keeps the carrier and the ends of the burst out of the side bands. */
function windowedSides(inPhase: Float64Array, quadrature: Float64Array): { samples: Float64Array; energy: number } {
  const samples = new Float64Array(2 * inPhase.length);
  let energy = 0;
  for (let i = 0; i < inPhase.length; i++) {
    const weight = 1 - Math.cos((2 * Math.PI * (i + 0.5)) / inPhase.length);
    samples[2 * i] = weight * (inPhase[i] - 1);
    samples[2 * i + 1] = weight * quadrature[i];
    energy += weight * weight;
  }
  return { samples, energy };
}

/** The side bands from a frequency on. */
function sidesFrom({ hz, inPhase, quadrature, ...others }: SideBands, fromHz: number): SideBands {
  const first = hz.findIndex((value) => value >= fromHz);
  const from = first < 0 ? hz.length : first;
  return { ...others, hz: hz.subarray(from), inPhase: inPhase.subarray(from), quadrature: quadrature.subarray(from) };
}

/**
 * Excess of the power in phase, in standard deviations of noise, whose powers are exponential in each bin.
 *
 * @param steady Power in a bin that a steady carrier may have, too.
 */
function excessOf(
  { hz, inPhase, quadrature, independent }: SideBands,
  weightOf: (hz: number) => number,
  steady: number,
): number {
  let [weights, squares, noise, excess] = [0, 0, 0, 0];
  for (let i = 0; i < hz.length; i++) {
    const weight = weightOf(hz[i]);
    weights += weight;
    squares += weight * weight;
    noise += weight * quadrature[i];
    excess += weight * (inPhase[i] - quadrature[i]);
  }
  return excess / ((noise / weights + steady) * Math.sqrt((2 * squares) / independent));
}

/** Power of a line over the median beside it that no noise reaches; its least share of the power in quadrature, and its bins on each side; and power over what is in phase there. */
const [LINE, LINE_SHARE, LINE_BINS, OVER_IN_PHASE] = [40, 0.5, 3, 4];

/** A tone that modulates a carrier's phase. */
export interface PhaseTone {
  hz: number;
  /** Largest deviation of the phase, rad, as long as it is small. */
  index: number;
}

/** Returns the tone that modulates the phase of a carrier: pairs of lines in quadrature with it. Undefined if there is none. @param range Of its frequency, Hz. */
export function phaseToneOf(
  inPhase: Float64Array,
  quadrature: Float64Array,
  sampleRateHz: number,
  range: readonly [number, number],
): PhaseTone | undefined {
  const sides = sideBandsOf(inPhase, quadrature, sampleRateHz, range);
  const powers = sides.quadrature;
  if (powers.length <= 4 * LINE_BINS) return undefined;
  const best = powers.indexOf(powers.reduce((most, value) => Math.max(most, value), 0));
  const noise = valueOfRank(powers.slice(), powers.length >> 1);
  const near = powers.subarray(Math.max(0, best - LINE_BINS), best + LINE_BINS + 1);
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const isLine =
    powers[best] > LINE * noise &&
    powers[best] > OVER_IN_PHASE * sides.inPhase[best] &&
    sum(near) > LINE_SHARE * (sum(powers) - powers.length * noise);
  // Slow changes of the phase are drift: their power lies at the lowest frequencies.
  if (!isLine || best < LINE_BINS) return undefined;
  return { hz: sides.hz[best], index: Math.sqrt(powers[best]) / inPhase.length };
}

/** Band of speech around a carrier, and the frequency above which it falls, Hz. */
const [SOUND_FROM, SOUND_TO, SOUND_CORNER] = [250, 3500, 700];
/** Peak of speech over its root mean square, and the depths of AM that are equally likely. */
const [CREST, DEPTHS] = [3.2, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]];
/** Depth to which no one modulates: hum, slow starts and the filtered ends of a burst vary an amplitude as much. Where there is no noise, it would be AM. */
const STEADY_DEPTH = 0.03;
/** Share of sounds that are loud in a part of their time only, as speech is. */
const FEW_LOUD = 2 / 3;
/** Least noise, in powers of sound of depth 1 (float32 rounds as much), and steps to the likeliest one. */
const [LEAST_NOISE, NOISE_PASSES] = [1e-12, 8];

const weightOf = (hz: number) => 1 / (1 + (hz / SOUND_CORNER) ** 2);

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
  const { hz, binHz, energy, independent } = sides;
  const weights = hz.map((value) => weightOf(value));
  const weight = weights.reduce((sum, value) => sum + value, 0);
  // Power of sound of depth 1 at its lowest frequencies, in a bin.
  const full = (4 * energy * sampleRateHz) / CREST ** 2 / (2 * weight * binHz);
  const quadraturePower = sides.quadrature.reduce((sum, value) => sum + value, 0);
  // The likeliest noise for each depth, in a bin, by expectation and maximization: what is not sound is noise. The least depths are tones.
  const likelihoodOf = (depth: number) => {
    const sounds = weights.map((value) => depth ** 2 * full * value);
    let noise = Math.max(LEAST_NOISE * full, quadraturePower / hz.length);
    for (let pass = 0; pass < NOISE_PASSES; pass++) {
      const rest = sounds.reduce((sum, sound, i) => {
        const share = noise / (noise + sound);
        return sum + share * sound + share ** 2 * sides.inPhase[i];
      }, quadraturePower);
      noise = Math.max(LEAST_NOISE * full, rest / (2 * hz.length));
    }
    return sounds.reduce(
      (sum, sound, i) => sum - Math.log(noise + sound) - sides.inPhase[i] / (noise + sound),
      -hz.length * Math.log(noise) - quadraturePower / noise,
    );
  };
  const none = Math.max(likelihoodOf(0), likelihoodOf(STEADY_DEPTH));
  const found = DEPTHS.map((depth) => independent * (likelihoodOf(depth) - none));
  const steadySound = logOfSum(found) - Math.log(DEPTHS.length);
  const loudMoments = loudMomentsIn(inPhase, quadrature, sampleRateHz, STEADY_AMPLITUDE);
  const evidence =
    loudMoments === undefined
      ? steadySound
      : logOfSum([Math.log(1 - FEW_LOUD) + steadySound, Math.log(FEW_LOUD) + loudMoments]);
  const steady = (STEADY_DEPTH ** 2 * full * weight) / Math.max(1, hz.length);
  return { excess: excessOf(sides, weightOf, steady), evidence };
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
  const beyond = sidesFrom(all, fromHz);
  if (beyond.hz.length === 0) return { excess: 0, share: 0 };
  const powerOf = ({ inPhase: both, quadrature: other }: SideBands) =>
    both.reduce((sum, value, i) => sum + value - other[i], 0);
  const share = Math.max(0, Math.min(1, powerOf(beyond) / Math.max(1e-12, powerOf(all))));
  const steady = 2 * STEADY_DEPTH ** 2 * beyond.energy;
  return { excess: excessOf(beyond, () => 1, steady), share };
}
