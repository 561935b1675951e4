/** The first argument of a process that runs one sweep for the bench. Its second argument is a {@link SweepToTime} as JSON. */
export const TIMED_SWEEP = "timed-sweep";

export interface SweepToTime {
  /** The measurement's name. */
  experiment: string;
  config: object;
  /** The value of `--gpus`: the sweep then computes in other processes. */
  gpus?: string;
}

/** What a process tells of its sweep. Times are milliseconds since 1970. */
export interface SweepTimes {
  /** The program was loaded. */
  program: number;
  /** The device was open, and its first kernels were compiled; undefined if other processes compute. */
  device?: number;
  pipelines?: number;
  /** The first counts were there, and the last ones. */
  first: number;
  last: number;
  /** The results were written. */
  written: number;
  /** Time in which the device ran kernels, ms; undefined if other processes compute. */
  kernelsMs?: number;
}
