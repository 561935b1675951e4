import { describe, expect, it } from "vitest";
import { testRandom } from "../gpu/testing.ts";
import { errorRates } from "./error-rates.ts";
import { addFrame, CLUSTER_FIELDS, clusterOf } from "./measurement.ts";

/** Errors of consecutive units, from a simulation or from a distribution. */
export interface UnitErrors {
  /** Bits in a unit. */
  bits: number;
  /** Mean number of errors per unit: the true value that intervals must contain. */
  mean: number;
  /** Share of units with an error. */
  errored: number;
  /** Returns the errors of each unit of the next run. */
  run(): Iterable<number>;
}

/** The shares of runs whose intervals contain the true value. */
export interface IntervalCoverage {
  /** For the interval of the bit error rate. */
  ber: number;
  /** For the interval of the rate of units in error. */
  fer: number;
  /** Runs with at least 20 units in error. */
  many: number;
}

/** Returns the coverage over `count` runs. */
export function coverage({ bits, mean, errored, run }: UnitErrors, runs: number): IntervalCoverage {
  const sums = { ber: 0, fer: 0, many: 0 };
  const within = (interval: readonly [number, number] | null, rate: number) =>
    Number(interval !== null && interval[0] <= rate && rate <= interval[1]);
  for (let r = 0; r < runs; r++) {
    const counts = new Float64Array(CLUSTER_FIELDS.length);
    for (const errors of run()) addFrame(counts, 0, bits, errors);
    const { ci95, fer95, frameErrors } = errorRates(clusterOf(Array.from(counts)));
    sums.ber += within(ci95, mean / bits);
    sums.fer += within(fer95, errored);
    sums.many += Number(frameErrors >= 20);
  }
  return { ber: sums.ber / runs, fer: sums.fer / runs, many: sums.many / runs };
}

/** Returns a simulation's units in their order, in runs of `units` units. */
export function unitsInOrder(errors: readonly number[], bits: number, units: number): UnitErrors {
  let at = 0;
  return { ...truthOf(errors, bits), run: () => errors.slice(at, (at += units)) };
}

/** The units of 400 runs, recorded by the slow suite's code: `counts` of them had `first`, `first` + 1, … errors. */
export interface RecordedUnits {
  /** The test's name. */
  at: string;
  /** Units in a run. */
  units: number;
  /** Bits in a unit. */
  bits: number;
  first: number;
  counts: readonly number[];
}

/** Tests the intervals of recorded units, and in the slow suite of units that `simulate` computes on the device. */
export function testCoverage<R extends RecordedUnits>(
  experiment: string,
  recorded: readonly R[],
  simulate: (recorded: R) => Promise<number[]>,
): void {
  const expectCoverage = ({ ber, fer, many }: IntervalCoverage) => {
    expect(ber).toBeGreaterThanOrEqual(0.93);
    expect(fer).toBeGreaterThanOrEqual(0.93);
    if (many > 0.95) expect(ber).toBeLessThanOrEqual(0.98);
  };
  const slow = process.env.THREERAY_SLOW ? it : it.skip;
  describe(`${experiment}: intervals of error rates`, () => {
    for (const units of recorded) {
      it(`hold in at least 93 % of 2000 runs drawn from recorded units, ${units.at}`, () => {
        expectCoverage(coverage(unitsDrawn(units, units.units, testRandom(1)), 2000));
      });
      slow(
        `hold in at least 93 % of 400 runs on the device, ${units.at} (slow suite)`,
        async () => {
          expectCoverage(coverage(unitsInOrder(await simulate(units), units.bits, units.units), 400));
        },
        7_200_000,
      );
    }
  });
}

/** Returns units drawn from a simulation. Units are independent, so their order does not matter. */
export function unitsDrawn({ bits, first, counts }: RecordedUnits, units: number, random: () => number): UnitErrors {
  const errors = counts.flatMap((count, i) => Array.from({ length: count }, () => first + i));
  const draw = () => errors[Math.floor(random() * errors.length)];
  return { ...truthOf(errors, bits), run: () => Array.from({ length: units }, draw) };
}

function truthOf(errors: readonly number[], bits: number): Pick<UnitErrors, "bits" | "mean" | "errored"> {
  const mean = errors.reduce((sum, e) => sum + e, 0) / errors.length;
  return { bits, mean, errored: errors.filter((e) => e > 0).length / errors.length };
}
