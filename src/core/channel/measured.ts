import { csvRows } from "../csv-rows.ts";
import table from "./measured.table.csv?raw";
import type { Path } from "./paths.ts";

/** Samples/s of the measured responses. */
const RATE = 20.625e6;

/** Complex lowpass taps of unit energy, a row per tap; negative samples are before the reference instant, zero taps are omitted. */
const TAPS = csvRows(table).map((row) => row.map(Number));

/** Number of measured channels. */
export const MEASURED_CHANNELS = 1 + Math.max(...TAPS.map(([channel]) => channel));

/**
 * Returns the paths of a measured channel, the earliest first.
 *
 * @param channel 0 to MEASURED_CHANNELS − 1.
 * @param sampleRate Samples/s of the delays. Default: the rate of the measurement, at which delays are whole numbers.
 */
export const measuredPaths = (channel: number, sampleRate = RATE): Path[] =>
  TAPS.filter(([of]) => of === channel).map(([, n, re, im]) => ({ gain: [re, im], delay: (n * sampleRate) / RATE }));
