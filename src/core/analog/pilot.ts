import { LEAST_PILOT, PILOT } from "./multiplex.ts";

/** The tone at 19 kHz that marks a stereo broadcast. */
export interface Pilot {
  /** Hz. */
  frequency: number;
  /** Amplitude, dB relative to 1: full deviation, of a demodulated broadcast. */
  levelDb: number;
}

/** Least part of the power about 19 kHz with a steady phase from block to block, for a pilot. */
export const COHERENCE = 0.5;
/**
 * Most false pilots per search in noise. In N independent blocks of noise, this part of the power is steady by chance above
 * √(ln(1/p)/N) with a probability below p. So a pilot needs some 17 blocks, or 35 ms.
 */
const FALSE_PILOTS = 1e-6;
/** The square of the least steady part of the power, times the number of blocks. */
export const CHANCE = Math.log(1 / FALSE_PILOTS);
/** Blocks from which a stream's pilot is judged: 128 ms. */
export const PILOT_WINDOW = 64;
/** Blocks per second: frequencies up to half of it from the nominal one are distinguishable. */
const BLOCKS = 500;

/** Returns the length of a block in samples. */
export const pilotBlock = (rate: number): number => Math.round(rate / BLOCKS);

/**
 * Returns what the samples of a block are multiplied by before their sum, complex pairs: it shifts the pilot to frequency 0. Each block
 * counts its phase from its own start, which turns all steps of the phase by the same angle.
 */
export function pilotWeights(rate: number): Float64Array {
  const length = pilotBlock(rate);
  const weights = new Float64Array(2 * length);
  for (let n = 0; n < length; n++) {
    const turn = ((PILOT * n) / rate) % 1;
    // A Hann window suppresses neighbouring frequencies. Of a real tone of amplitude A both sides have A/2, and the mean of Hann's
    // weights is 1.
    const weight = (4 / length) * Math.sin((Math.PI * (n + 0.5)) / length) ** 2;
    weights.set([weight * Math.cos(2 * Math.PI * turn), -weight * Math.sin(2 * Math.PI * turn)], 2 * n);
  }
  return weights;
}

/**
 * Finds the pilot in a multiplex: it shifts the pilot to frequency 0, averages block by block, and takes the frequency from the phase steps.
 *
 * @param rate Samples/s of the multiplex.
 * @returns undefined without a pilot: in noise, for a tone that is too weak, and in less than 35 ms.
 */
export function findPilot(multiplex: ArrayLike<number>, rate: number): Pilot | undefined {
  if (rate < 2 * PILOT + BLOCKS) return undefined;
  const length = pilotBlock(rate);
  const weights = pilotWeights(rate);
  const count = Math.floor(multiplex.length / length);
  let [re, im, power] = [0, 0, 0];
  let before: readonly [number, number] | undefined;
  for (let b = 0; b < count; b++) {
    let [a, c] = [0, 0];
    for (let n = 0; n < length; n++) {
      const value = multiplex[b * length + n];
      a += weights[2 * n] * value;
      c += weights[2 * n + 1] * value;
    }
    power += a * a + c * c;
    if (before) {
      re += a * before[0] + c * before[1];
      im += c * before[0] - a * before[1];
    }
    before = [a, c];
  }
  const steady = Math.hypot(re, im);
  if (!(steady > Math.max(COHERENCE, Math.sqrt(CHANCE / count)) * power)) return undefined;
  const amplitude = Math.sqrt(steady / (count - 1));
  if (amplitude < LEAST_PILOT) return undefined;
  // The pilot's nominal phase at the start of a block, relative to the block before.
  const nominal = (PILOT * length) / rate;
  const turn = Math.atan2(im, re) / (2 * Math.PI) - nominal;
  return {
    frequency: PILOT + (rate / length) * (turn - Math.round(turn)),
    levelDb: 20 * Math.log10(amplitude),
  };
}
