import type { SolvedSystem } from "./solve-taps.ts";

/** An equalizer's systems, summarized over the packets. */
export interface MedianSystem {
  /** Null if no matrix is positive definite. */
  condition: number | null;
  /** Median over the systems with a solution; null without any. */
  errorDb: number | null;
  /** Systems without a solution. */
  unsolved: number;
}

/** Returns the median condition number and the median error of an equalizer's systems. */
export function medianSystem(systems: readonly SolvedSystem[], equalizer: SolvedSystem["equalizer"]): MedianSystem {
  const mine = systems.filter((system) => system.equalizer === equalizer);
  const errors = mine.map(({ errorDb }) => errorDb);
  return {
    condition: median(mine.map(({ condition }) => condition)),
    errorDb: median(errors),
    unsolved: errors.filter((error) => error === null).length,
  };
}

/** Returns the median of the numbers that are not null; null if there are none. */
function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
