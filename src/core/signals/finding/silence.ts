import { changesOf, LEAST_ALONG, MOST_ALONG } from "./changes.ts";
import { isRepeated } from "./lost-samples/gaps.ts";

/**
 * Returns the complex value nearest to 0 that the samples keep for some time: what a recording without noise holds while no signal is on. Unsigned
 * integers have no 0. Returns undefined where there is none, or where it is 0.
 *
 * @param samples Complex, interleaved.
 * @param least Samples for which a value stays exactly the same.
 */
export function silenceOf(samples: Float32Array, least: number): readonly [re: number, im: number] | undefined {
  let [best, at] = [Infinity, -1];
  for (let n = 1, run = 1; n < samples.length / 2; n++) {
    const isSame = isRepeated(samples, n);
    run = isSame ? run + 1 : 1;
    if (run !== least) continue;
    const power = samples[2 * n] ** 2 + samples[2 * n + 1] ** 2;
    if (power < best) [best, at] = [power, n];
  }
  return best > 0 && at >= 0 ? [samples[2 * at], samples[2 * at + 1]] : undefined;
}

/** Returns complex samples less a value. */
export const withoutSilence = (samples: Float32Array, silence: readonly [re: number, im: number]): Float32Array =>
  samples.map((value, i) => value - silence[i % 2]);

/** Largest power of the changes across the mean, relative to those along it. */
const MOST_ACROSS = 0.01;

/**
 * Tells whether samples are a carrier at frequency 0 whose amplitude alone changes: they lie on a line through 0. Noise and other signals
 * beside a receiver's constant have as much power across it as along it.
 *
 * @param samples Complex, interleaved.
 */
export function isKeyedConstant(samples: Float32Array): boolean {
  const { along, across, own } = changesOf(samples);
  return own > 0 && across <= MOST_ACROSS * along && along >= LEAST_ALONG * own && along <= MOST_ALONG * own;
}
