import { array, assert, double, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { burstEdges } from "./burst-edges.ts";

describe("signals/measuring/burst-edges", () => {
  it("finds the edges of a pulse in noise", () => {
    const samples = Float64Array.from({ length: 2000 }, (_, i) => (i >= 800 && i < 1400 ? 1 : 0.01 * Math.cos(i)));
    expect(burstEdges(samples, 1e-4, 2, { start: 390, stop: 710 })).toEqual({ start: 400, stop: 700 });
  });

  it("gives at least one sample, in order, for any power in any box", () => {
    const powers = array(double({ min: 0, max: 30, noNaN: true }), { minLength: 64, maxLength: 200 });
    assert(
      property(powers, nat(40), nat(30), double({ min: 0.5, max: 60, noNaN: true }), (values, from, rest, per) => {
        const samples = Float64Array.from(values.flatMap((value) => [value, 0]));
        const { start, stop } = burstEdges(samples, 1, per, { start: from, stop: values.length - rest / 2 });
        expect(start).toBeGreaterThanOrEqual(0);
        expect(stop).toBeGreaterThan(start);
        expect(stop).toBeLessThanOrEqual(values.length);
      }),
      { numRuns: 300 },
    );
  });
});
