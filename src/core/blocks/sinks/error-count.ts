import { clusterInterval } from "../../measurement/cluster-interval.ts";
import { confidenceInterval } from "../../measurement/confidence.ts";
import { type BitQueue, createBitQueue, ones } from "./bit-queue.ts";
import { type ErrorCounter, MOST_DELAY } from "./error-counter.ts";

/** Bits that the search for the delay compares. */
const PATTERN = 512;
/**
 * Most of them that may differ: 6 standard deviations below half. One of 10⁹ random patterns has as few, and the search
 * tries 131,073 delays.
 */
const MOST_DIFFERENT = 188;
/** Most bits of each stream that wait for an alignment, 8 MiB: a receiver may give its bits a long page late. */
const WAITING = 2 ** 26;

export interface ErrorTotals {
  bits: number;
  errors: number;
  ci95: [number, number];
}

/** Counts the differences of two streams of bits. */
interface ErrorCount {
  /** Adds bits, 32 per word, LSB first, and returns the totals; undefined while the delay is not known. */
  add(a: { words: Uint32Array; count: number }, b: { words: Uint32Array; count: number }): ErrorTotals | undefined;
  /** Bits by which "b" is late; undefined while it is not known. */
  readonly delay: number | undefined;
}

export function createErrorCountBlock({ alignment, delay: given, unit }: ErrorCounter): ErrorCount {
  const [a, b] = [createBitQueue(), createBitQueue()];
  let delay = alignment === "given" ? given : undefined;
  /** The pattern to search for: its index in "b", the next place in "a", and how far beyond the index to go. */
  let sought = { index: 0, next: 0, ahead: PATTERN };
  /** Index in "b" of the next bit to compare. */
  let next = 0;
  let [bits, errors] = [0, 0];
  const units = { units: 0, errored: 0, trials: 0, errors: 0, squares: 0 };
  /** Errors so far in the present unit, and whether it began with its first bit. */
  let present = { errors: 0, isWhole: false };

  function search(): void {
    while (delay === undefined && b.end >= sought.index + PATTERN) {
      const { index, ahead } = sought;
      const to = Math.min(a.end - PATTERN, index + ahead);
      delay = delayOf(a, b, index, Math.max(a.first, sought.next, index - MOST_DELAY), to);
      sought.next = Math.max(sought.next, to + 1);
      if (delay !== undefined || to < index + ahead) break;
      // A later pattern may be free of what spoiled this one. It waits longer for "a", in case that is late.
      sought = { index: Math.max(index + PATTERN, b.end - PATTERN), next: 0, ahead: Math.min(MOST_DELAY, 2 * ahead) };
    }
    if (delay !== undefined) return;
    a.drop(a.end - WAITING);
    b.drop(b.end - WAITING);
    if (sought.index < b.first) sought = { index: b.first, next: 0, ahead: PATTERN };
  }

  function compare(late: number): void {
    next = Math.max(next, b.first, a.first + late, late);
    const end = Math.min(b.end, a.end + late);
    while (next < end) {
      const place = (next - late) % unit;
      const size = Math.min(end - next, unit === 1 ? Infinity : unit - place);
      const wrong = b.different(next, a, next - late, size);
      [next, bits, errors] = [next + size, bits + size, errors + wrong];
      if (unit === 1) continue;
      if (place === 0) present = { errors: 0, isWhole: true };
      present.errors += wrong;
      if (place + size < unit || !present.isWhole) continue;
      units.units++;
      units.errored += Number(present.errors > 0);
      units.trials += unit;
      units.errors += present.errors;
      units.squares += present.errors ** 2;
    }
    a.drop(next - late);
    b.drop(next);
  }

  return {
    get delay() {
      return delay;
    },
    add(fromA, fromB) {
      a.push(fromA.words, fromA.count);
      b.push(fromB.words, fromB.count);
      search();
      if (delay === undefined) return undefined;
      compare(delay);
      const trials = unit === 1 ? bits : units.units;
      if (trials === 0) return { bits, errors, ci95: [0, 1] };
      return { bits, errors, ci95: unit === 1 ? confidenceInterval(errors, bits) : clusterInterval(units) };
    },
  };
}

/** Returns the delay at which the pattern of "b" at an index is nearest to "a" at places from … to, if it is near enough. */
function delayOf(a: BitQueue, b: BitQueue, index: number, from: number, to: number): number | undefined {
  const pattern = Array.from({ length: PATTERN / 32 }, (_, i) => b.at(index + 32 * i));
  let best = { different: MOST_DIFFERENT + 1, at: 0 };
  for (let at = from; at <= to; at++) {
    let different = 0;
    for (let i = 0; i < pattern.length && different < best.different; i++) {
      different += ones((pattern[i] ^ a.at(at + 32 * i)) >>> 0);
    }
    if (different < best.different) best = { different, at };
  }
  return best.different > MOST_DIFFERENT ? undefined : index - best.at;
}
