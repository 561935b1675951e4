import type { Sound } from "#core/listening/sound.ts";

/** Columns of the overview of a sound. */
const COLUMNS = 400;

const known = new WeakMap<Sound, Float32Array[]>();

/** Largest magnitudes in equal parts of the time, of each channel. They are computed once for each sound. */
export function peaksOf(sound: Sound): Float32Array[] {
  const { samples, channels } = sound;
  const count = samples.length / channels;
  const all =
    known.get(sound) ??
    Array.from({ length: channels }, (_, channel) => {
      const peaks = new Float32Array(Math.min(COLUMNS, count));
      for (let n = 0; n < count; n++) {
        const column = Math.floor((n * peaks.length) / count);
        peaks[column] = Math.max(peaks[column], Math.abs(samples[channels * n + channel]));
      }
      return peaks;
    });
  known.set(sound, all);
  return all;
}

/** A high quantile of the peaks: a single click does not compress the rest. */
export function usualPeak(peaks: ArrayLike<number>): number {
  const sorted = Float32Array.from(peaks).sort();
  const usual = 1.2 * (sorted[Math.floor(0.97 * sorted.length)] ?? 0);
  return Math.min(usual || Infinity, sorted.at(-1) ?? 0);
}
