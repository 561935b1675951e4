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
    const isSame = samples[2 * n] === samples[2 * n - 2] && samples[2 * n + 1] === samples[2 * n - 1];
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

/** Largest power of changes at a right angle to the mean, relative to those along it; and least and largest power of the latter, relative to the mean's. */
const [MOST_ACROSS, LEAST_ALONG, MOST_ALONG] = [0.01, 1e-4, 10];

/**
 * Tells whether samples are a carrier at frequency 0 whose amplitude alone changes: they lie on a line through 0. Noise and other signals
 * beside a receiver's constant have as much power across it as along it.
 *
 * @param samples Complex, interleaved.
 */
export function isKeyedConstant(samples: Float32Array): boolean {
  const count = samples.length / 2;
  let [re, im] = [0, 0];
  for (let i = 0; i < samples.length; i += 2) {
    re += samples[i] / count;
    im += samples[i + 1] / count;
  }
  const size = Math.hypot(re, im);
  if (!(size > 0)) return false;
  let [along, across] = [0, 0];
  for (let i = 0; i < samples.length; i += 2) {
    along += ((samples[i] * re + samples[i + 1] * im) / size - size) ** 2 / count;
    across += ((samples[i + 1] * re - samples[i] * im) / size) ** 2 / count;
  }
  return across <= MOST_ACROSS * along && along >= LEAST_ALONG * size ** 2 && along <= MOST_ALONG * size ** 2;
}
