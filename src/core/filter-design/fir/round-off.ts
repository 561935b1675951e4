import { type RoundOff, ROUNDING } from "../round-off.ts";

/**
 * Estimates float32's error in a sum over the taps, white input: every product and every partial sum rounds independently by a relative error of up to 2⁻²⁴. Sums in another order, or by FFT, have smaller errors.
 */
export function tapsRoundOff(taps: ArrayLike<number>): RoundOff {
  let [power, sums, change] = [0, 0, 0];
  for (let k = 0; k < taps.length; k++) {
    power += taps[k] ** 2;
    change += (taps[k] - Math.fround(taps[k])) ** 2;
    // The first sum adds to zero and is exact.
    if (k > 0) sums += power;
  }
  return {
    noiseDb: 10 * Math.log10((ROUNDING * (power + sums)) / power),
    coefficientsDb: 10 * Math.log10(change / power),
    radius: 0,
  };
}
