import type { Burst } from "../detection.ts";
import { partSpectrum, runningSums } from "./spectrum.ts";

/** Shares of the power at positive frequencies that lie below the lower and the upper end of a signal. */
const [BELOW, UP_TO] = [0.005, 0.995];
/**
 * Least ratio of the lower end to the upper end of a signal that has a carrier. A voice has 0.02, from 80 to 4000 Hz, and 0.09 after a telephone's filter, from 300 to 3400 Hz.
 * A baseband begins at 0.
 */
const LEAST_RATIO = 0.15;
/** Place of the box's lower end, relative to the signal's: half the way to its conjugate's. */
const TO_ZERO = 0.5;

/**
 * Returns the lower end, in Hz, of a box that holds a signal of real samples without its conjugate: 0 if the signal lies around frequency 0, as sound and the baseband of a receiver do.
 *
 * @param burst A cut of both, around frequency 0. @param highHz Upper end of the box.
 */
export function positiveLowHz(burst: Burst, highHz: number): number {
  const { power, noise, bin } = partSpectrum(burst, burst.start, burst.stop);
  const middle = power.length / 2;
  const bins = Math.min(middle, Math.ceil(highHz / bin));
  const sums = runningSums(power.subarray(middle, middle + bins).map((value) => value - noise));
  const total = sums[bins];
  const low = sums.findIndex((sum) => sum >= BELOW * total);
  const high = sums.findIndex((sum) => sum >= UP_TO * total);
  return total > 0 && low >= LEAST_RATIO * high ? TO_ZERO * low * bin : 0;
}
