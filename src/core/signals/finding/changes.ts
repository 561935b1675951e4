/** Powers of the changes of samples along their mean and across it, and of the mean. */
export interface Changes {
  along: number;
  across: number;
  own: number;
}

/** Least and largest power along the mean of a keyed or modulated carrier, relative to its own: sound has at most 1, and keying with short pulses has more. */
export const [LEAST_ALONG, MOST_ALONG] = [1e-4, 10];

/** @param samples Complex, interleaved. */
export function changesOf(samples: Float32Array | Float64Array): Changes {
  const count = samples.length / 2;
  let [re, im] = [0, 0];
  for (let i = 0; i < samples.length; i += 2) {
    re += samples[i] / count;
    im += samples[i + 1] / count;
  }
  const size = Math.hypot(re, im);
  if (!(size > 0)) return { along: 0, across: 0, own: 0 };
  let [along, across] = [0, 0];
  for (let i = 0; i < samples.length; i += 2) {
    along += ((samples[i] * re + samples[i + 1] * im) / size - size) ** 2 / count;
    across += ((samples[i + 1] * re - samples[i] * im) / size) ** 2 / count;
  }
  return { along, across, own: size ** 2 };
}
