import { type ClusterCount, clusterInterval } from "../../../measurement/cluster-interval.ts";
import { NO_PACKET } from "../../detection/errors.ts";
import { DATA_BITS } from "../../packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

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

/** Bit errors of all packets found, for each equalizer. */
export function createErrorFigure({ receiver }: Link): FigurePart<CountedErrors[]> {
  const { branches, slots } = receiver;
  return {
    stages: [],
    sources: branches.map(({ errors }) => words(errors as GPUBuffer, slots)),
    draw: (_, results) =>
      branches.map(({ equalizer }, e) => {
        return errorsOf(equalizer, countOf(new Uint32Array(results[e])));
      }),
    destroy() {},
  };
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

function errorsOf(equalizer: EqualizerName, count: ClusterCount): CountedErrors {
  const ci95 = count.units ? clusterInterval(count) : null;
  const { trials: bits, errors, units: packets, errored: packetErrors } = count;
  return { equalizer, bits, errors, packets, packetErrors, ci95, count };
}

/** The sums over the packets found, from each packet's bit errors. */
function countOf(all: Uint32Array): ClusterCount {
  const counts = all.filter((count) => count !== NO_PACKET);
  return {
    units: counts.length,
    errored: counts.filter((count) => count > 0).length,
    trials: counts.length * DATA_BITS,
    errors: sum(counts, (count) => count),
    squares: sum(counts, (count) => count ** 2),
  };
}

function sum(counts: Uint32Array, of: (count: number) => number): number {
  return counts.reduce((total, count) => total + of(count), 0);
}
