import { array, assert, constant, integer, oneof, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClusterCount, clusterInterval } from "./cluster-interval.ts";
import { confidenceInterval } from "./confidence.ts";

function countOf(errors: readonly number[], trials: number): ClusterCount {
  const sum = (term: (e: number) => number) => errors.reduce((total, e) => total + term(e), 0);
  return {
    units: errors.length,
    errored: sum((e) => Number(e > 0)),
    trials: trials * errors.length,
    errors: sum((e) => e),
    squares: sum((e) => e * e),
  };
}

const anyUnits = integer({ min: 1, max: 10_000 }).chain((bits) =>
  array(oneof(constant(0), integer({ min: 0, max: bits })), { minLength: 1, maxLength: 60 }).map((errors) => ({
    errors,
    bits,
  })),
);

describe("measurement/cluster-interval", () => {
  it("contains the rate, and is wider than for independent bits and narrower than for units in error", () => {
    assert(
      property(anyUnits, ({ errors, bits }) => {
        const count = countOf(errors, bits);
        const [lower, upper] = clusterInterval(count);
        const rate = count.errors / count.trials;
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(rate);
        expect(upper).toBeGreaterThanOrEqual(rate);
        if (count.errored === 0) expect(lower).toBe(0);
        else expect(lower).toBeLessThanOrEqual(confidenceInterval(count.errors, count.trials)[0] * (1 + 1e-12));
        expect(upper).toBeLessThanOrEqual(confidenceInterval(count.errored, count.units)[1]);
      }),
    );
  });

  it("has the exact limit of the units in error if there is no error, for units of any size", () => {
    const count = countOf(
      Array.from({ length: 40 }, () => 0),
      6144,
    );
    expect(clusterInterval(count)).toEqual([0, confidenceInterval(0, 40)[1]]);
    expect(clusterInterval(count)[1]).toBeCloseTo(1 - 0.025 ** (1 / 40), 14);
  });

  it("is Clopper and Pearson's if each unit is one bit", () => {
    const errors = Array.from({ length: 1000 }, (_, i) => Number(i < 30));
    const [lower, upper] = clusterInterval(countOf(errors, 1));
    const [low, high] = confidenceInterval(30, 1000);
    expect(lower / low).toBeCloseTo(1, 2);
    expect(upper / high).toBeCloseTo(1, 1);
  });

  it("equals Student's for many similar units", () => {
    // Mean 100, standard deviation 10 in 25 units: t = 2.0639 with 24 degrees of freedom.
    const errors = Array.from({ length: 25 }, (_, i) => 100 + (i - 12) * Math.sqrt(100 / 54.1666666667));
    const count = countOf(errors, 100_000);
    const half = (2.0639 * 10) / 5 / 100_000;
    const [lower, upper] = clusterInterval({ ...count, errors: Math.round(count.errors) });
    expect(((lower + upper) / 2) * 1e3).toBeCloseTo(1, 2);
    expect((upper - lower) / 2 / half).toBeGreaterThan(0.97);
    expect((upper - lower) / 2 / half).toBeLessThan(1.03);
  });

  it("is 0 to 1 for a single unit in error", () => {
    expect(clusterInterval(countOf([3], 6144))).toEqual([0, 1]);
  });

  it("widens with the confidence", () => {
    const count = countOf([0, 0, 5, 1, 0, 17, 0, 2], 40);
    const [low, high] = clusterInterval(count, 0.8);
    const [lower, upper] = clusterInterval(count, 0.99);
    expect(lower).toBeLessThan(low);
    expect(upper).toBeGreaterThan(high);
  });

  it("takes sums of squares beyond 2^53", () => {
    const units = 4e9;
    const count = { units, errored: units, trials: 6144 * units, errors: 2000 * units, squares: 2000 * 2001 * units };
    const [lower, upper] = clusterInterval(count);
    // The variance of a unit's errors is 2000.
    const half = (1.96 * Math.sqrt(2000)) / 2000 / Math.sqrt(units);
    expect((1 - lower * 3.072) / half).toBeCloseTo(1, 3);
    expect((upper * 3.072 - 1) / half).toBeCloseTo(1, 3);
  });

  const units = { units: 10, errored: 2, trials: 1000, errors: 7, squares: 25 };
  it.each<[Partial<ClusterCount>, string]>([
    [{ units: 0, trials: 0 }, "units must be an integer ≥ 1, got 0"],
    [{ trials: 9 }, "trials must be an integer ≥ units, 10, got 9"],
    [{ errored: 11 }, "errored must be an integer from 0 to 10, got 11"],
    [{ errors: 1 }, "no 2 units in error have 1 errors and a sum of squares of 25"],
    [{ errored: 0 }, "no 0 units in error have 7 errors and a sum of squares of 25"],
    [{ squares: 24 }, "no 2 units in error have 7 errors and a sum of squares of 24"],
    [{ squares: Number.NaN }, "no 2 units in error have 7 errors and a sum of squares of NaN"],
  ])("refuses %j", (change, message) => {
    expect(() => clusterInterval({ ...units, ...change })).toThrow(`measurement/cluster-interval: ${message}`);
  });
});
