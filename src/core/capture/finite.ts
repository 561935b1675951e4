import type { Recording, SampleRead } from "./recording.ts";

/** Replaces NaN and infinite complex samples by zero in place, and returns their number. */
export function zeroNonFinite(pairs: Float32Array): number {
  let replaced = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    if (Number.isFinite(pairs[i]) && Number.isFinite(pairs[i + 1])) continue;
    pairs.fill(0, i, i + 2);
    replaced++;
  }
  return replaced;
}

/** Reads of a recording, and how many of the samples read so far held a NaN or an infinity. */
export interface FiniteReads extends Pick<Recording, "read"> {
  nonFinite(): number;
}

/**
 * Reads in which each sample that holds a NaN or an infinity is zero. They go forward through the recording: a sample that is read
 * again is not counted again.
 *
 * @param from Samples before it were counted elsewhere.
 */
export function finiteReads({ read }: Pick<Recording, "read">, from = 0): FiniteReads {
  // Integers are finite.
  if (read.stored) return { read, nonFinite: () => 0 };
  let [counted, nonFinite] = [from, 0];
  const zero = (start: number, pairs: Float32Array) => {
    const known = 2 * Math.max(0, counted - start);
    zeroNonFinite(pairs.subarray(0, known));
    nonFinite += zeroNonFinite(pairs.subarray(known));
    counted = Math.max(counted, start + pairs.length / 2);
  };
  const finite: SampleRead = async (start, count, channel) => {
    const pairs = await read(start, count, channel);
    zero(start, pairs);
    return pairs;
  };
  if (read.floats) {
    finite.floats = {
      ...read.floats,
      report(end, found) {
        if (end > counted) nonFinite += found;
        counted = Math.max(counted, end);
      },
      zero,
    };
  }
  return { read: finite, nonFinite: () => nonFinite };
}
