/**
 * What is known of the errors of independent units: packets, codewords or frames, each with the same number of bits.
 *
 * These five sums are all that {@link clusterInterval} needs. They are whole numbers, so that parts of a run add up to the
 * same count in any order, as long as `squares` stays below 2^53: 2.3e8 units with all of 6144 bits wrong.
 */
export interface ClusterCount {
  /** Units counted. */
  units: number;
  /** Units with at least one bit in error. */
  errored: number;
  /** Bits of all units. */
  trials: number;
  /** Bits in error, Σe. */
  errors: number;
  /** Sum over the units of the square of their bits in error, Σe². */
  squares: number;
}

export const NO_UNITS: Readonly<ClusterCount> = { units: 0, errored: 0, trials: 0, errors: 0, squares: 0 };

/** Adds a unit of `trials` bits of which `errors` are wrong to a count, in place. */
export function addUnit(count: ClusterCount, errors: number, trials: number): void {
  count.units++;
  count.errored += Number(errors > 0);
  count.trials += trials;
  count.errors += errors;
  count.squares += errors * errors;
}

/** The count of the units of `a` and of `b`, which have no unit in common. */
export function addClusters(a: ClusterCount, b: ClusterCount): ClusterCount {
  return {
    units: a.units + b.units,
    errored: a.errored + b.errored,
    trials: a.trials + b.trials,
    errors: a.errors + b.errors,
    squares: a.squares + b.squares,
  };
}
