import type { AutoPoints } from "../configuration/fields.ts";

/** Errors of one receiver at a point that is finished. */
export interface PointRate {
  errors: number;
  trials: number;
}

/** Distance of the first points, dB, and the smallest distance that refining ends with. */
const COARSE_DB = 2;
const FINEST_DB = 0.125;
/** Between neighbours a curve falls by this factor at most, down to the target. */
const FALL = 3;

/**
 * The points at which a curve has to be measured, as far as the finished ones tell: from `from` upwards in steps of 2 dB until
 * every receiver's error rate is below the target, then halved wherever a receiver's rate falls by more than a factor of 3
 * between neighbours. The same counts give the same points, in whatever order they come.
 *
 * @param at Rates of all receivers at a point; undefined where it is not finished.
 * @returns The points in rising order, and whether these are the last: all are finished and none is to be added.
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

/** Whether any receiver's rate falls too far between neighbours, above the target. */
function falls(left: readonly PointRate[], right: readonly PointRate[], target: number): boolean {
  return left.some((rate, r) => {
    const [above, below] = [rateOf(rate), Math.max(target, rateOf(right[r]))];
    return above > FALL * below;
  });
}

const rateOf = ({ errors, trials }: PointRate) => (trials > 0 ? errors / trials : 1);
