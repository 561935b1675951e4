import { LEAST_PILOT, PILOT } from "./multiplex.ts";

/** The tone at 19 kHz that marks a stereo broadcast. */
export interface Pilot {
  /** Hz. */
  frequency: number;
  /** Amplitude, dB relative to 1: full deviation, of a demodulated broadcast. */
  levelDb: number;
}

/** Least part of the power about 19 kHz with a steady phase from block to block, for a pilot. */
const COHERENCE = 0.5;
/**
 * Most false pilots per search in noise. In N independent blocks of noise, this part of the power is steady by chance above
 * √(ln(1/p)/N) with a probability below p. So a pilot needs some 17 blocks, or 35 ms.
 */
const FALSE_PILOTS = 1e-6;
/** Blocks per second: frequencies up to half of it from the nominal one are distinguishable. */
const BLOCKS = 500;

/**
 * Finds the pilot in a multiplex: it shifts the pilot to frequency 0, averages block by block, and takes the frequency from the phase steps.
 *
 * @param rate Samples/s of the multiplex.
 * @returns undefined without a pilot: in noise, for a tone that is too weak, and in less than 35 ms.
 */
export function findPilot(multiplex: ArrayLike<number>, rate: number): Pilot | undefined {
  if (rate < 2 * PILOT + BLOCKS) return undefined;
  const length = Math.round(rate / BLOCKS);
  const count = Math.floor(multiplex.length / length);
  let [re, im, power] = [0, 0, 0];
  let before: readonly [number, number] | undefined;
  for (let b = 0; b < count; b++) {
    let [a, c] = [0, 0];
    for (let n = b * length; n < (b + 1) * length; n++) {
      const turn = ((PILOT * n) / rate) % 1;
      // A Hann window suppresses neighbouring frequencies.
      const weight = (2 / length) * Math.sin((Math.PI * (n - b * length + 0.5)) / length) ** 2;
      a += weight * multiplex[n] * Math.cos(2 * Math.PI * turn);
      c -= weight * multiplex[n] * Math.sin(2 * Math.PI * turn);
    }
    power += a * a + c * c;
    if (before) {
      re += a * before[0] + c * before[1];
      im += c * before[0] - a * before[1];
    }
    before = [a, c];
  }
  const steady = Math.hypot(re, im);
  const least = Math.max(COHERENCE, Math.sqrt(Math.log(1 / FALSE_PILOTS) / count));
  if (!(steady > least * power)) return undefined;
  // Of a real tone of amplitude A both sides have A/2, and the mean of Hann's weights is 1.
  const amplitude = 2 * Math.sqrt(steady / (count - 1));
  if (amplitude < LEAST_PILOT) return undefined;
  return {
    frequency: PILOT + ((rate / length) * Math.atan2(im, re)) / (2 * Math.PI),
    levelDb: 20 * Math.log10(amplitude),
  };
}
