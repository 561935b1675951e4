export interface RateAt {
  ebn0Db: number;
  rate: number | null;
}

/** The crossing of an error-rate curve with a target, or the reason why the points do not determine it. */
export type Crossing = { ebn0Db: number } | { ebn0Db: null; why: string };

/**
 * Returns the Eb/N0 at which an error rate falls to `target`. It interpolates the logarithm of the rate linearly
 * between the two measured points around it.
 *
 * @param points In any order. Points without a rate are ignored; a point without errors is not used for interpolation.
 *
 * @example
 * ```ts
 * import { crossingOf } from "threeray/measurement";
 *
 * const crossing = crossingOf(
 *   [
 *     { ebn0Db: 4, rate: 1e-2 },
 *     { ebn0Db: 6, rate: 1e-4 },
 *   ],
 *   1e-3,
 * );
 * console.log(crossing.ebn0Db); // 5
 * ```
 */
export function crossingOf(points: readonly RateAt[], target: number): Crossing {
  const counted = points
    .flatMap(({ ebn0Db, rate }) => (rate === null ? [] : [{ ebn0Db, rate }]))
    .sort((a, b) => a.ebn0Db - b.ebn0Db);
  const unknown = (why: string): Crossing => ({ ebn0Db: null, why });
  if (counted.length === 0) return unknown("not counted yet");
  const after = counted.findIndex(({ rate }) => rate <= target);
  if (after < 0) return unknown(`still above the target at ${counted[counted.length - 1].ebn0Db} dB`);
  const [low, high] = [counted[after - 1], counted[after]];
  if (high.rate === target) return { ebn0Db: high.ebn0Db };
  if (!low) return unknown(`already below the target at ${high.ebn0Db} dB`);
  if (high.rate === 0) return unknown(`without an error at ${high.ebn0Db} dB`);
  const part = Math.log(low.rate / target) / Math.log(low.rate / high.rate);
  return { ebn0Db: low.ebn0Db + part * (high.ebn0Db - low.ebn0Db) };
}
