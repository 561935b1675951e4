import type { Gpu } from "../gpu/device.ts";
import type { AutoPoints } from "../configuration/fields.ts";
import type { ErrorCount } from "./error-rates.ts";
import type { Ledger } from "./ledger.ts";

/**
 * What an experiment brings to be swept: pure data, and one link that computes. All else (pages, devices, progress, abort,
 * resuming, stop rule, shards, merging, intervals, exports) is the engine's.
 */
export interface Measurement<Config, Row> {
  /** Its name in files and messages, e.g. "turbo". */
  name: string;
  /**
   * Checks a configuration that came from outside.
   *
   * @throws RangeError or TypeError that names the field, what it takes and what came.
   */
  parse(config: unknown): Config;
  /** The axis: which field of the configuration holds the points, and how they are called. */
  axis: Axis<Config>;
  /** What is counted for each receiver and unit, whole numbers: {@link CLUSTER_FIELDS}, and what else it counts. */
  fields: readonly string[];
  stop(config: Config): Ledger["stop"];
  /** Receivers that work on the same units. */
  receivers(config: Config): number;
  /** Indivisible pieces of work in a point: a block of packets, a codeword. Unit i is the same everywhere. */
  units(config: Config): number;
  /** Units of the first page, which tells how fast a device is. Default 8. */
  trial?: number;
  /** Most units of a page that the device's buffers hold. */
  most(gpu: Gpu, config: Config): number;
  /**
   * Opens a link for pages of up to `page` units.
   *
   * @throws OutOfMemoryError where the device has no room for so many.
   */
  open(gpu: Gpu, config: Config, page: number): Promise<Link>;
  /** A result: one receiver at one point. `sums` are in the order of `fields`. */
  row(config: Config, db: number, receiver: number, sums: readonly number[]): Row;
}

export interface Axis<Config> {
  /** "Eb/N0" or "SNR". */
  label: string;
  /** The points in dB, or how they are chosen while the sweep runs. */
  points(config: Config): number[] | AutoPoints;
}

export interface Link {
  /**
   * Computes units `first` to `first + count` of a point. Two calls may be in flight; their order is the calls'. On a GPU the
   * work is submitted before the call returns. Where a unit takes long, a link may submit it step by step instead: then it
   * says through `watch` what it knows so far, and ends early when nobody waits for it.
   *
   * @returns [unit][receiver][field], `count` units; undefined where `watch.signal` has aborted before.
   */
  run(db: number, first: number, count: number, watch: Watch): Promise<Float64Array | undefined>;
  destroy(): void;
}

/** Who waits for a page. */
export interface Watch {
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  tell(part: Part): void;
}

/** What is known of a page that is not done. */
export interface Part {
  /** Part of its work that is done, 0 to 1. */
  share: number;
  /** So many of the receivers, the first ones, are done with all of its units. */
  receivers: number;
  /** As the page's own; of the first `receivers` receivers. */
  counts: Float64Array;
}

/**
 * What every experiment counts of frames (codewords, packets), whose bits may be wrong together: frames, those of them with an
 * error, their bits, the wrong ones, and the squares of each frame's number of wrong bits.
 */
export const CLUSTER_FIELDS = ["frames", "frameErrors", "bits", "errors", "squares"] as const;

/** Adds one frame to counts in the order of {@link CLUSTER_FIELDS}, from `at` on. */
export function addFrame(counts: Float64Array, at: number, bits: number, errors: number): void {
  counts[at]++;
  counts[at + 1] += Number(errors > 0);
  counts[at + 2] += bits;
  counts[at + 3] += errors;
  counts[at + 4] += errors * errors;
}

/** Sums in the order of {@link CLUSTER_FIELDS}, from `at` on, by name. */
export function clusterOf(sums: readonly number[], at = 0): ErrorCount {
  const [frames, frameErrors, bits, errors, squares] = sums.slice(at, at + CLUSTER_FIELDS.length);
  return { frames, frameErrors, bits, errors, squares };
}
