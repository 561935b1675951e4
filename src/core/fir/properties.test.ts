import { assert, asyncProperty, constantFrom, double, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testNormals } from "../gpu/testing.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import { type FirName, firs } from "./registry.ts";
import { type Filter, filterPages } from "./testing.ts";

const normals = (seed: number, count: number) => testNormals(seed, count).map(Math.fround);

/** A filter of any kind, a method that computes it, and noise for it. */
const filters = record({
  method: constantFrom<FirName>("direct", "overlap-save", "overlap-add"),
  kind: constantFrom<SampleKind>("real", "complex"),
  complexTaps: constantFrom(false, true),
  decimation: constantFrom(1, 3),
  count: integer({ min: 1, max: 300 }),
  seed: integer({ min: 1, max: 2 ** 30 }),
}).map(({ method, count, seed, ...sizes }) => {
  const filter: Filter = { ...sizes, taps: normals(seed, sizes.complexTaps ? 2 * count : count) };
  /** Numbers per output's samples. */
  const step = sizes.decimation * (sizes.kind === "complex" ? 2 : 1);
  return { method, filter, step, noise: (seed2: number, outputs: number) => normals(seed + seed2, outputs * step) };
});

/** Error of float32 arithmetic, dB. */
const TOLERANCE = -110;

/** Filters a signal in pages with `outputs` outputs each. */
async function filtered(method: FirName, filter: Filter, x: Float64Array, outputs: number): Promise<Float32Array> {
  const [y] = await filterPages(firs[method].create, filter, [x], outputs * (filter.decimation ?? 1));
  return y;
}

describe("FIR filters, with any method", () => {
  it("are linear", async () => {
    const any = asyncProperty(filters, double({ min: -4, max: 4, noNaN: true }), async (one, factor) => {
      const [x, y] = [one.noise(1, 80), one.noise(2, 80)];
      const sum = x.map((value, i) => value + factor * y[i]);
      const [X, Y, SUM] = await Promise.all([x, y, sum].map((signal) => filtered(one.method, one.filter, signal, 40)));
      expect(
        errorDb(
          SUM,
          X.map((value, i) => value + factor * Y[i]),
        ),
      ).toBeLessThan(TOLERANCE);
    });
    await assert(any, { numRuns: gpuRuns(4) });
  });

  it("are time-invariant", async () => {
    const any = asyncProperty(filters, integer({ min: 1, max: 200 }), async ({ method, filter, step, noise }, late) => {
      const [x, shifted] = [new Float64Array(400 * step), new Float64Array(400 * step)];
      x.set(noise(1, 200));
      shifted.set(x.subarray(0, (400 - late) * step), late * step);
      const [now, later] = await Promise.all([x, shifted].map((signal) => filtered(method, filter, signal, 400)));
      const move = (late * now.length) / 400;
      expect(errorDb(later.subarray(move), now.subarray(0, now.length - move))).toBeLessThan(TOLERANCE);
    });
    await assert(any, { numRuns: gpuRuns(4) });
  });

  it("give the same in pages as whole", async () => {
    const any = asyncProperty(filters, constantFrom(1, 2, 3, 5, 12), async ({ method, filter, noise }, pages) => {
      const x = noise(1, 60);
      const whole = await filtered("direct", filter, x, 60);
      expect(errorDb(await filtered(method, filter, x, 60 / pages), whole)).toBeLessThan(TOLERANCE);
    });
    await assert(any, { numRuns: gpuRuns(4) });
  });
});
