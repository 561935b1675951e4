import { nearestPoint } from "../../constellation/constellation.ts";
import { carrierPoints } from "./loaded.reference.ts";

/** The errors of a packet's loaded carriers. */
export interface CarrierErrors {
  wrongBits: number;
  /** Carriers with wrong bits, from symbol T on. */
  wrongSymbols: number;
  /** All bits that were sent. */
  bits: number;
  /** |a − z|² of carriers with bits. */
  squares: (number | undefined)[];
}

/**
 * Counts the errors of loaded carriers by nearest points. The first T·m bits do not count.
 *
 * @param labels Of K symbols. @param z Estimates, complex [K].
 */
export function countCarrierErrors(
  { labels, z }: { labels: readonly number[]; z: ArrayLike<number> },
  { bitsOf, amplitudeOf }: { bitsOf(k: number): number; amplitudeOf(k: number): number },
  { training, bitsPerSymbol }: { training: number; bitsPerSymbol: number },
): CarrierErrors {
  const errors: CarrierErrors = { wrongBits: 0, wrongSymbols: 0, bits: 0, squares: labels.map(() => undefined) };
  for (const [k, word] of labels.entries()) {
    const bits = bitsOf(k);
    if (bits === 0) continue;
    const points = carrierPoints(bits);
    const [re, im] = [z[2 * k] / amplitudeOf(k), z[2 * k + 1] / amplitudeOf(k)];
    const sent = word % 2 ** bits;
    const wrong = nearestPoint(points, re, im).label ^ sent;
    errors.squares[k] = (re - points[2 * sent]) ** 2 + (im - points[2 * sent + 1]) ** 2;
    if (wrong > 0 && k >= training) errors.wrongSymbols++;
    for (let j = 0; j < bits; j++, errors.bits++) {
      if (errors.bits >= training * bitsPerSymbol && (wrong >> j) & 1) errors.wrongBits++;
    }
  }
  return errors;
}
