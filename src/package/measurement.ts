/**
 * Sweeps of error rates on one or several devices, their confidence intervals, and files that resume and merge them. The sweeps
 * themselves are in `threeray/sweeps`.
 *
 * @module
 */
export type { Axis, Measurement } from "../core/measurement/measurement.ts";
export {
  newSweep,
  runSweep,
  type Shard,
  type SweepOptions,
  sweepResults,
  type SweepState,
  type SweepStep,
} from "../core/measurement/sweep.ts";
export { mergeSweeps, parseSweep, type SweepFile, sweepJson } from "../core/measurement/sweep-file.ts";
export { type ErrorCount, type ErrorRates, errorRates } from "../core/measurement/error-rates.ts";
export { confidenceInterval } from "../core/measurement/confidence.ts";
export { clusterInterval } from "../core/measurement/cluster-interval.ts";
export { type Crossing, crossingOf } from "../core/measurement/crossing.ts";
export type { Ledger } from "../core/measurement/ledger.ts";
export type { Lane } from "../core/measurement/schedule.ts";
