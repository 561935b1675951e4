import { describe, expect, it } from "vitest";
import { testRandom } from "../gpu/testing.ts";
import { coverage, type UnitErrors } from "./cluster-coverage.testing.ts";
import { clusterInterval } from "./cluster-interval.ts";
import { confidenceInterval } from "./confidence.ts";

const SLOW = Boolean(process.env.THREERAY_SLOW);
const RUNS = SLOW ? 4000 : 1000;
const UNITS = SLOW ? [16, 40, 100, 1000] : [16, 100];

/** Random variates from the definitions of their distributions. */
class Variates {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = testRandom(seed);
  }

  exponential(): number {
    return -Math.log(1 - this.random());
  }

  normal(): number {
    return Math.sqrt(2 * this.exponential()) * Math.cos(2 * Math.PI * this.random());
  }

  /** Returns 1, 2, 3 … with the given mean. */
  geometric(mean: number): number {
    return mean > 1 ? 1 + Math.floor(-this.exponential() / Math.log1p(-1 / mean)) : 1;
  }

  /** Returns the number of successes in `trials`; it jumps from one success to the next. */
  binomial(trials: number, p: number): number {
    let count = -1;
    for (let at = 0; at <= trials; at += this.geometric(1 / p)) count++;
    return count;
  }

  poisson(mean: number): number {
    let count = -1;
    for (let time = 0; time <= mean; time += this.exponential()) count++;
    return count;
  }
}

interface Case {
  name: string;
  bits: number;
  mean: number;
  errored: number;
  draw(variates: Variates): number;
}

/** Packets whose bit errors are independent at a rate that varies from packet to packet. */
const packets = (name: string, mean: number, factor: (variates: Variates) => number): Case => ({
  name: `${mean} errors per packet, ${name}`,
  bits: 6144,
  mean,
  errored: Number.NaN,
  draw: (variates) => variates.poisson(mean * factor(variates)),
});
/** Frames that are lost with a given probability. */
const frames = (name: string, bits: number, errored: number, mean: number, draw: Case["draw"]): Case => ({
  name: `${name}, ${errored} of frames lost`,
  bits,
  mean: errored * mean,
  errored,
  draw,
});

const MEANS = SLOW ? [0.02, 0.2, 1, 5, 40] : [0.02, 1, 40];
const LOST = SLOW ? [1e-4, 0.003, 0.01, 0.03, 0.1, 0.3, 0.6, 0.9] : [0.003, 0.03, 0.3, 0.9];
const CASES: Case[] = [
  ...MEANS.map((mean) => packets("independent bits", mean, () => 1)),
  ...MEANS.map((mean) => packets("a log-normal rate, 30 %", mean, (v) => Math.exp(0.3 * v.normal() - 0.045))),
  ...MEANS.map((mean) => packets("an exponential rate", mean, (v) => v.exponential())),
  ...LOST.filter((p) => p <= 0.1).map((p) => frames("one error", 1000, p, 1, () => 1)),
  ...LOST.map((p) => frames("geometric, mean 2", 6144, p, 2, (v) => v.geometric(2))),
  ...LOST.map((p) => frames("geometric, mean 10", 40, p, 10 - 10 * 0.9 ** 40, (v) => Math.min(40, v.geometric(10)))),
  ...LOST.map((p) => frames("geometric, mean 100", 1e6, p, 100, (v) => v.geometric(100))),
  ...LOST.map((p) => frames("5 to 20 %", 288, p, 36, (v) => 14 + Math.floor(45 * v.random()))),
  // If nearly all units lose the same number of bits, all of a few units may be in error: the counts do not show that
  // other units are correct.
  ...LOST.filter((p) => p <= 0.6).map((p) =>
    frames("half of the bits", 6144, p, 3072, (v) => 3072 + Math.round(39 * v.normal())),
  ),
];

/** Draws runs of `units` units of a case, and skips frames without an error. */
function unitsOf({ bits, mean, errored, draw }: Case, units: number): UnitErrors {
  const variates = new Variates(units);
  if (Number.isNaN(errored)) {
    return { bits, mean, errored, run: () => Array.from({ length: units }, () => draw(variates)) };
  }
  const run = () => {
    const errors = new Uint32Array(units);
    const lost = variates.binomial(units, errored);
    for (let i = 0; i < lost; i++) errors[i] = draw(variates);
    return errors;
  };
  return { bits, mean, errored, run };
}

describe("measurement/cluster-coverage", () => {
  it.each(CASES)("of a bit error rate is at least 93 %: $name", (given) => {
    for (const units of UNITS) {
      const { ber, many } = coverage(unitsOf(given, units), RUNS);
      expect(ber, `${units} units`).toBeGreaterThanOrEqual(0.93);
      if (many > 0.95) expect(ber, `${units} units, 20 and more in error`).toBeLessThanOrEqual(0.98);
    }
  });
});

describe("limits without an error", () => {
  it("hold with 97.5 % even if a unit loses all of its bits", () => {
    for (const units of [1, 2, 16, 40, 100, 1000, 100_000]) {
      const count = { units, errored: 0, trials: 6144 * units, errors: 0, squares: 0 };
      const [, upper] = clusterInterval(count);
      // The largest rate of lost units that the limit excludes shows no lost unit in 2.5 % of all runs.
      expect((1 - upper) ** units).toBeCloseTo(0.025, 10);
    }
  });
});

describe("rates of units in error", () => {
  it("have intervals with 95 to 97.8 % coverage if 20 units are in error and 20 are not, by sums of probabilities", () => {
    for (const units of [16, 40, 100, 1000]) {
      const intervals = Array.from({ length: units + 1 }, (_, m) => confidenceInterval(m, units));
      for (let p = 0.002; p < 1; p += 0.002) {
        let term = units * Math.log1p(-p);
        let covered = 0;
        for (const [m, [lower, upper]] of intervals.entries()) {
          if (lower <= p && p <= upper) covered += Math.exp(term);
          term += Math.log(((units - m) / (m + 1)) * (p / (1 - p)));
        }
        expect(covered, `${units} units, ${p}`).toBeGreaterThanOrEqual(0.95);
        if (units * Math.min(p, 1 - p) >= 20) expect(covered, `${units} units, ${p}`).toBeLessThanOrEqual(0.98);
      }
    }
  });
});
