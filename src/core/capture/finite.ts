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
 * Reads in which each sample that holds a NaN or an infinity is zero. They may come in any order: a sample that is read again is not
 * counted again. Where a GPU counts, they go forward.
 *
 * @param from Samples before it were counted elsewhere.
 */
export function finiteReads({ read }: Pick<Recording, "read">, from = 0): FiniteReads {
  // Integers are finite.
  if (read.stored) return { read, nonFinite: () => 0 };
  // Ranges [begin, end) of counted samples: disjoint, in order.
  let counted: (readonly [begin: number, end: number])[] = [[0, from]];
  let nonFinite = 0;
  const add = (start: number, end: number) => {
    const touching = counted.filter(([begin, stop]) => begin <= end && stop >= start);
    const joined = touching.reduce(([a, b], [begin, stop]) => [Math.min(a, begin), Math.max(b, stop)], [start, end]);
    counted = [
      ...counted.filter(([, stop]) => stop < start),
      [joined[0], joined[1]],
      ...counted.filter(([begin]) => begin > end),
    ];
  };
  const zero = (start: number, pairs: Float32Array) => {
    const end = start + pairs.length / 2;
    let at = start;
    for (const [begin, stop] of [...counted, [end, end]]) {
      const [first, last] = [Math.min(end, Math.max(at, begin)), Math.min(end, Math.max(at, stop))];
      nonFinite += zeroNonFinite(pairs.subarray(2 * (at - start), 2 * (first - start)));
      zeroNonFinite(pairs.subarray(2 * (first - start), 2 * (last - start)));
      at = last;
    }
    add(start, end);
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
        const known = counted.at(-1)![1];
        if (end <= known) return;
        nonFinite += found;
        add(known, end);
      },
      zero,
    };
  }
  return { read: finite, nonFinite: () => nonFinite };
}
