import type { Gpu } from "../gpu/device.ts";
import type { Ledger } from "./ledger.ts";

/**
 * What an experiment brings to be swept: pure data, and one link that computes. All else (pages, devices, progress, abort,
 * resuming, stop rule, shards, merging, intervals, exports) is the engine's.
 */
export interface Measurement<Config, Row> {
  /** Its name in files and messages, e.g. "turbo". */
  name: string;
  /** The axis: which field of the configuration holds the points, and how they are called. */
  axis: Axis<Config>;
  /** What is counted for each receiver and unit, whole numbers; the first five are those of a cluster. */
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

/** Points that are chosen from what has been counted: the same on every run. */
export interface AutoPoints {
  /** Lowest and highest point, dB. */
  from: number;
  to: number;
  /** The curve ends where every receiver's error rate is below this. */
  target: number;
}

export interface Link {
  /**
   * Computes units `first` to `first + count` of a point. The work is submitted before the call returns, so that two calls
   * may be in flight; their order is the calls'.
   *
   * @returns [unit][receiver][field], `count` units.
   */
  run(db: number, first: number, count: number): Promise<Float64Array>;
  destroy(): void;
}
