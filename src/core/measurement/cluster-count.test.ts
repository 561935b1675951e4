import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { addClusters, addUnit, type ClusterCount, NO_UNITS } from "./cluster-count.ts";

function countOf(errors: readonly number[], trials = 6144): ClusterCount {
  const count = { ...NO_UNITS };
  for (const e of errors) addUnit(count, e, trials);
  return count;
}

describe("measurement/cluster-count", () => {
  it("counts units, units in error, bits, errors and their squares", () => {
    expect(countOf([0, 3, 0, 40], 100)).toEqual({ units: 4, errored: 2, trials: 400, errors: 43, squares: 1609 });
  });

  it("gives the same count for any parts in any order", () => {
    const units = array(integer({ min: 0, max: 6144 }), { maxLength: 40 });
    assert(
      property(units, units, units, (a, b, c) => {
        const whole = countOf([...a, ...b, ...c]);
        expect(addClusters(addClusters(countOf(c), countOf(a)), countOf(b))).toEqual(whole);
        expect(addClusters(NO_UNITS, whole)).toEqual(whole);
      }),
    );
  });
});
