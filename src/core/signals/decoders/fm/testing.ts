import { testRandom } from "../../../gpu/testing.ts";
import { createAudioReceiver, createChannelReceiver } from "./receiver.ts";

/** A made FM signal of two levels. */
export interface MadeFsk {
  /** Levels, 0 or 1, one per symbol. */
  levels: readonly number[];
  symbolRateHz: number;
  /** Frequency of the upper level, Hz; a negative one inverts the signal. */
  deviationHz: number;
  /** Bandwidth of a Gaussian filter times the symbol time; without it, pulses are square. */
  bt?: number;
  /** Carrier, Hz. */
  carrierHz?: number;
}

export interface MadeNoise {
  /** Energy per symbol over the noise density, dB. */
  esN0Db: number;
  /** Symbols of noise before and after the signal. */
  around?: number;
}

/** Returns the frequency of a signal over time, Hz, with square or Gaussian pulses; the clock is exact at any fraction of a sample. */
export function fskFrequency(rateHz: number, signal: MadeFsk, delay = 0): Float64Array {
  const { levels, symbolRateHz, deviationHz, bt, carrierHz = 0 } = signal;
  const samples = rateHz / symbolRateHz;
  return Float64Array.from({ length: Math.ceil(levels.length * samples + delay) }, (_, n) => {
    const at = (n - delay) / samples;
    const k = Math.floor(at);
    const level = (index: number) => (levels[Math.max(0, Math.min(levels.length - 1, index))] ? 1 : -1);
    if (bt === undefined) return carrierHz + deviationHz * level(k);
    let sum = 0;
    for (let index = k - 3; index <= k + 3; index++) sum += level(index) * gaussianPulse(at - index, bt);
    return carrierHz + deviationHz * sum;
  });
}

/** A square pulse from 0 to 1 after a Gaussian filter. */
function gaussianPulse(t: number, bt: number): number {
  const scale = (2 * Math.PI * bt) / Math.sqrt(2 * Math.log(2));
  return 0.5 * (erf(scale * t) - erf(scale * (t - 1)));
}

/** Abramowitz and Stegun 7.1.26; the error is below 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

/** Returns the frequency of tones over time, in units of the deviation: Bell 202 with levels 0 (2200 Hz) and 1 (1200 Hz). */
export function afskAudio(rateHz: number, levels: readonly number[], clock = 1, twistDb = 0): Float64Array {
  const samples = rateHz / (1200 * clock);
  const lower = 10 ** (twistDb / 20);
  let phase = 0;
  return Float64Array.from({ length: Math.ceil(levels.length * samples) }, (_, n) => {
    const level = levels[Math.min(levels.length - 1, Math.floor(n / samples))];
    phase += (2 * Math.PI * (level ? 1200 : 2200)) / rateHz;
    return (level ? lower : 1) * Math.sin(phase);
  });
}

/** Returns complex samples of amplitude 1 with this frequency, between stretches of noise, in white noise. */
export function fmSamples(
  random: () => number,
  rateHz: number,
  frequency: Float64Array,
  { esN0Db, around = 50, symbolRateHz }: MadeNoise & { symbolRateHz: number },
): Float32Array {
  const margin = Math.round((around * rateHz) / symbolRateHz);
  const sigma = Math.sqrt(rateHz / symbolRateHz / 10 ** (esN0Db / 10));
  const samples = new Float32Array(2 * (frequency.length + 2 * margin));
  let phase = 2 * Math.PI * random();
  for (let n = 0; n < samples.length / 2; n++) {
    const radius = sigma * Math.sqrt(-Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    const hz = frequency[n - margin];
    const on = hz === undefined ? 0 : 1;
    phase += (2 * Math.PI * (hz ?? 0)) / rateHz;
    samples[2 * n] = on * Math.cos(phase) + radius * Math.cos(angle);
    samples[2 * n + 1] = on * Math.sin(phase) + radius * Math.sin(angle);
  }
  return samples;
}

const SLOW = Boolean(process.env.THREERAY_SLOW);

/** Time for noise: 10^8 samples take up to half an hour on a busy computer. */
export const NOISE_TIMEOUT_MS = SLOW ? 3_600_000 : 60_000;

/** The ways in which a decoder of FM signals gets white noise, and how many samples of it. */
export const NOISE_FRONTS = [
  ["FM audio", createAudioReceiver, SLOW ? 1e8 : 2e5],
  ["complex samples", createChannelReceiver, SLOW ? 2e7 : 6e4],
] as const;

/** Returns what a receiver finds in white noise. */
export function framesInNoise(receiver: ReturnType<typeof createAudioReceiver>, count: number) {
  const random = testRandom(8);
  const frames = [];
  for (let done = 0; done < count; done += 2e4) {
    const noise = fmSamples(random, 1, new Float64Array(0), { esN0Db: 0, around: 1e4, symbolRateHz: 1 });
    frames.push(...receiver.push(noise));
  }
  return [...frames, ...receiver.end()];
}
