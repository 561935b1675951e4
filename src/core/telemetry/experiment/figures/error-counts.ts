import { type ClusterCount, clusterInterval } from "../../../measurement/cluster-interval.ts";
import type { EqualizerName } from "../scenario.ts";

export interface ErrorFigure {
  equalizer: EqualizerName;
  bits: number;
  errors: number;
  /** Packets found, and found packets with a bit error. */
  packets: number;
  packetErrors: number;
  /** 95 % confidence interval of the bit error rate; null if no packet was found. */
  ci95: [number, number] | null;
}

/** Bit errors with the sums over packets that give the interval, so that draws can be added up. */
export interface CountedErrors extends ErrorFigure {
  count: ClusterCount;
}

/**
 * Returns the errors of two independent draws together.
 *
 * @param more Equalizers that `all` lacks are left out.
 */
export function addErrors(all: readonly CountedErrors[], more: readonly CountedErrors[]): CountedErrors[] {
  return all.map(({ equalizer, count }) => {
    const other = more.find((one) => one.equalizer === equalizer)?.count;
    return errorsOf(equalizer, other ? added(count, other) : count);
  });
}

function added(a: ClusterCount, b: ClusterCount): ClusterCount {
  return {
    units: a.units + b.units,
    errored: a.errored + b.errored,
    trials: a.trials + b.trials,
    errors: a.errors + b.errors,
    squares: a.squares + b.squares,
  };
}

/** The errors of an equalizer, with the interval that follows from the sums. */
export function errorsOf(equalizer: EqualizerName, count: ClusterCount): CountedErrors {
  const ci95 = count.units ? clusterInterval(count) : null;
  const { trials: bits, errors, units: packets, errored: packetErrors } = count;
  return { equalizer, bits, errors, packets, packetErrors, ci95, count };
}
