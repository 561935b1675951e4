/** The counts of consecutive units. A page has many units, so they are added up where a sum is needed, and stored nowhere else. */
export interface UnitCounts {
  /** Number of units. */
  readonly units: number;
  /** Adds units `from` to `to` (exclusive, counted from the first one here) to sums, [receiver][field]. Counts are whole numbers from 0. */
  add(sums: Float64Array, from: number, to: number): void;
}

/**
 * Returns counts that are stored one by one.
 *
 * @param counts [unit][receiver][field].
 * @param width Numbers per unit.
 */
export function storedCounts(counts: Float64Array, width: number): UnitCounts {
  return {
    units: counts.length / width,
    add(sums, from, to) {
      for (let unit = from; unit < to; unit++) {
        const at = unit * width;
        for (let i = 0; i < width; i++) sums[i] += counts[at + i];
      }
    },
  };
}

/** Returns the sum of the numbers from `from` to `to` (exclusive). */
export function sumBetween(numbers: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += numbers[i];
  return sum;
}
