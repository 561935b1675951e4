/** Share of the power that the taps of a profile leave out. */
const LEFT_OUT = 1e-5;

/**
 * Returns the mean powers of taps whose delays are 0, 1, 2, … samples. They decay exponentially and sum to 1. Their RMS delay
 * spread is the given one, up to the 10⁻⁵ of the power that the list leaves out.
 *
 * @param spread RMS delay spread in samples, ≥ 0. 0 gives one tap.
 * @throws RangeError when the spread is not a number from 0 to 100.
 *
 * @example
 * ```ts
 * import { exponentialProfile } from "threeray/channel";
 *
 * const powers = exponentialProfile(0.5);
 * console.log(powers.reduce((sum, power) => sum + power, 0).toFixed(4)); // 1.0000
 * ```
 */
export function exponentialProfile(spread: number): Float64Array {
  if (!(spread >= 0 && spread <= 100)) {
    throw new RangeError(`channel/power-delay-profile: the delay spread must be 0 to 100 samples, got ${spread}`);
  }
  if (spread === 0) return Float64Array.of(1);
  // Powers r^l have a spread of √r/(1 − r).
  const root = (Math.sqrt(1 + 4 * spread ** 2) - 1) / (2 * spread);
  const ratio = root ** 2;
  const taps = Math.max(1, Math.ceil(Math.log(LEFT_OUT) / Math.log(ratio)));
  const sum = (1 - ratio ** taps) / (1 - ratio);
  return Float64Array.from({ length: taps }, (_, l) => ratio ** l / sum);
}
