import { EASY_JOBS_PER_SECOND } from "./timing.ts";

/** Jobs of a worker at a time, and ranges of a device at a time: the next one begins while the counts of the last one travel. */
const AT_A_TIME = 2;

/** Returns the number of ranges in a job for a fleet. Ranges last a second, so that Redis has an easy number of jobs. */
export const rangesPerJob = (devices: number): number => Math.max(1, Math.ceil(devices / EASY_JOBS_PER_SECOND));

/** Returns how many jobs a worker does at a time: enough for all of its devices. */
export const jobsAtATime = (devices: number, ranges: number): number =>
  Math.max(AT_A_TIME, Math.ceil((AT_A_TIME * devices) / ranges));
