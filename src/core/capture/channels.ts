import type { Recording } from "./recording.ts";

/**
 * Returns one channel of a recording as a recording.
 *
 * @throws RangeError when there is no such channel.
 */
export function oneChannel(recording: Recording, channel: number): Recording {
  const { channels, title, read } = recording;
  if (!Number.isInteger(channel) || channel < 0 || channel >= channels) {
    throw new RangeError(`${title}: channel must be an integer from 0 to ${channels - 1}, got ${channel}`);
  }
  return { ...recording, channels: 1, read: channels === 1 ? read : (start, count) => read(start, count, channel) };
}

/** Returns real samples as complex pairs, with imaginary parts of 0. */
export function asComplex(real: Float32Array): Float32Array<ArrayBuffer> {
  const pairs = new Float32Array(2 * real.length);
  for (let n = 0; n < real.length; n++) pairs[2 * n] = real[n];
  return pairs;
}

/**
 * Returns samples of channels in the order of files, [sample][channel].
 *
 * @param channels Equally many numbers of each.
 * @param width Numbers per sample: 2 for complex samples.
 */
export function interleaveChannels(channels: readonly Float32Array[], width: number): Float32Array<ArrayBuffer> {
  const [{ length }] = channels;
  const out = new Float32Array(length * channels.length);
  const stride = width * channels.length;
  for (const [c, samples] of channels.entries()) {
    if (samples.length !== length) {
      throw new RangeError(`capture/channels: channel ${c} has ${samples.length} numbers, and channel 0 has ${length}`);
    }
    for (let from = 0, to = c * width; from < length; from += width, to += stride) {
      for (let k = 0; k < width; k++) out[to + k] = samples[from + k];
    }
  }
  return out;
}

/**
 * Yields the steps of several runs that have equally many, each run's next step together.
 *
 * @throws The error of a run; all runs have ended then.
 */
export async function* together<Step>(runs: readonly AsyncGenerator<Step, void>[]): AsyncGenerator<Step[]> {
  try {
    for (;;) {
      const steps: Step[] = [];
      for (const run of runs) {
        const { done, value } = await run.next();
        if (done) return;
        steps.push(value);
      }
      yield steps;
    }
  } finally {
    for (const run of runs) await run.return();
  }
}
