import type { AutoPoints } from "../configuration/fields.ts";

/** Error rate of one receiver at a finished point. */
export interface PointRate {
  errors: number;
  trials: number;
}

/** Distance of the first points and smallest distance after refinement, dB. */
const COARSE_DB = 2;
const FINEST_DB = 0.125;
/** Down to the target, a curve falls by at most this factor between neighbours. */
const FALL = 3;

/**
 * Returns the points at which to measure a curve, from the finished points. It starts at `from` and adds points in
 * steps of 2 dB until every receiver's error rate is below the target. Then it halves each interval in which a
 * receiver's rate falls by more than a factor of 3. The same counts give the same points in any order.
 *
 * @param at Returns the rates of all receivers at a point; undefined if it is not finished.
 * @returns The points in rising order, and whether the list is final: all points are finished and no further point is
 * needed.
 */
export function refinedPoints(
  { from, to, target }: AutoPoints,
  at: (db: number) => readonly PointRate[] | undefined,
): { points: number[]; last: boolean } {
  const points: number[] = [];
  for (let db = from; db <= to; db += COARSE_DB) {
    points.push(db);
    const rates = at(db);
    if (!rates) return { points, last: false };
    if (rates.every((rate) => rateOf(rate) < target)) break;
  }
  for (let step = COARSE_DB; step > FINEST_DB; step /= 2) {
    const middles = points.slice(1).flatMap((right, i): number[] => {
      const left = points[i];
      return right - left === step && falls(at(left) ?? [], at(right) ?? [], target) ? [left + step / 2] : [];
    });
    points.push(...middles);
    points.sort((a, b) => a - b);
    if (middles.some((db) => !at(db))) return { points, last: false };
  }
  return { points, last: true };
}

/** Returns whether a receiver's rate falls too far between neighbours above the target. */
function falls(left: readonly PointRate[], right: readonly PointRate[], target: number): boolean {
  return left.some((rate, r) => {
    const [above, below] = [rateOf(rate), Math.max(target, rateOf(right[r]))];
    return above > FALL * below;
  });
}

const rateOf = ({ errors, trials }: PointRate) => (trials > 0 ? errors / trials : 1);
