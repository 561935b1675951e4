import type { Gpu } from "../gpu/device.ts";
import type { AutoPoints } from "../configuration/fields.ts";
import type { CountBound, Units } from "./count-bounds.ts";
import type { ErrorCount } from "./error-rates.ts";
import type { Ledger } from "./ledger.ts";
import type { UnitCounts } from "./unit-counts.ts";

/**
 * An experiment's part of a sweep: data, and a link that computes. The engine does the rest: pages, devices, progress,
 * abort, resume, stop rule, shards, merging, intervals and exports.
 */
export interface Measurement<Config, Row> {
  /** The experiment's name in files and messages, e.g. "turbo". */
  name: string;
  /**
   * Returns a checked configuration from untrusted data.
   *
   * @throws RangeError or TypeError that names the field, the expected value and the value found.
   */
  parse(config: unknown): Config;
  /** Returns the axis of a configuration's sweep. */
  axis(config: Config): Axis;
  /** Returns the names of the counts per receiver and unit (whole numbers), or has them: {@link CLUSTER_FIELDS} and further ones. */
  fields: readonly string[] | ((config: Config) => readonly string[]);
  /**
   * Returns what the counts of a receiver in some units can be, in an order in which each bound may assume those before it. A file
   * whose counts break one is refused.
   *
   * @param sums In the order of `fields`, whole numbers from 0.
   */
  bounds(config: Config, units: Units, sums: readonly number[], receiver: number): CountBound[];
  /** The fields whose quotient automatic points follow. Default: errors per bits. */
  curve?: { errors: string; trials: string };
  stop(config: Config): Ledger["stop"];
  /** Receivers that work on the same units. */
  receivers(config: Config): number;
  /**
   * Returns the number of units of a point. A unit is an indivisible piece of work: a block of packets or a codeword.
   * Unit i is the same on every device.
   */
  units(config: Config): number;
  /** Returns the largest page, in units, that the device's buffers hold. */
  most(gpu: Gpu, config: Config): number;
  /**
   * Opens a link for pages of up to `page` units.
   *
   * @throws OutOfMemoryError if the device has too little memory.
   */
  open(gpu: Gpu, config: Config, page: number): Promise<UnitCounter>;
  /** Returns the result of one receiver at one point. `sums` are in the order of `fields`. */
  row(config: Config, db: number, receiver: number, sums: readonly number[]): Row;
  /** Returns what follows from a configuration alone, for example the theory: files hold it beside the results, under the same names. */
  beside?(config: Config): object;
}

/** The horizontal axis of a sweep. */
export interface Axis {
  /** "Eb/N0" or "SNR". */
  label: string;
  /** The points in dB, or how the sweep chooses them. */
  points: number[] | AutoPoints;
}

export interface UnitCounter {
  /**
   * Computes units `first` to `first + count` of a point. Several calls may be in flight; they finish in order. On a GPU
   * the work is submitted before the call returns. A link may instead submit a slow unit step by step. Then it reports
   * partial results through `watch`, and ends early when `watch.signal` aborts.
   *
   * @returns The counts of `count` units; undefined if `watch.signal` has aborted before.
   */
  run(db: number, first: number, count: number, watch: Watch): Promise<UnitCounts | undefined>;
  destroy(): void;
}

/** The observer of a page in progress. */
export interface Watch {
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;
  tell(part: PartialCounts): void;
}

/** Partial results of a page in progress. */
export interface PartialCounts {
  /** Part of its work that is done, 0 to 1. */
  share: number;
  /** Number of receivers, from the first on, that have finished all units of the page. */
  receivers: number;
  /** Counts of the first `receivers` receivers, [unit][receiver][field]. The others have 0. */
  counts: Float64Array;
}

/**
 * The counts that every experiment makes of frames (codewords, packets): frames, frames in error, bits, wrong bits, and
 * the sum of the squared number of wrong bits per frame.
 */
export const CLUSTER_FIELDS = ["frames", "frameErrors", "bits", "errors", "squares"] as const;

/** Adds one frame to the counts from `at` on, in the order of {@link CLUSTER_FIELDS}. */
export function addFrame(counts: Float64Array, at: number, bits: number, errors: number): void {
  counts[at]++;
  counts[at + 1] += Number(errors > 0);
  counts[at + 2] += bits;
  counts[at + 3] += errors;
  counts[at + 4] += errors * errors;
}

/** Adds frames like {@link addFrame}: those from `from` to `to` (exclusive), given the errors of each. */
export function addFrames(
  counts: Float64Array,
  at: number,
  bits: number,
  { errors, from, to }: { errors: ArrayLike<number>; from: number; to: number },
): void {
  let [wrong, sum, squares] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const count = errors[i];
    if (count > 0) wrong++;
    sum += count;
    squares += count * count;
  }
  counts[at] += to - from;
  counts[at + 1] += wrong;
  counts[at + 2] += (to - from) * bits;
  counts[at + 3] += sum;
  counts[at + 4] += squares;
}

/** Returns the sums from `at` on by name; they are in the order of {@link CLUSTER_FIELDS}. */
export function clusterOf(sums: readonly number[], at = 0): ErrorCount {
  const [frames, frameErrors, bits, errors, squares] = sums.slice(at, at + CLUSTER_FIELDS.length);
  return { frames, frameErrors, bits, errors, squares };
}
