import { assert, asyncProperty, constantFrom, double, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testDevice, testNormals } from "../gpu/testing.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import { iirFactory } from "./factories.ts";
import { filterPages, iir } from "./testing.ts";

/** A filter, a method that takes it, and noise of `length` samples. */
const filters = record({
  method: constantFrom("scan" as const, "parallel" as const, "block-convolution" as const),
  kind: constantFrom<SampleKind>("real", "complex"),
  order: integer({ min: 1, max: 10 }),
  cutoff: double({ min: 0.2, max: 0.9, noNaN: true }),
  seed: integer({ min: 1, max: 2 ** 30 }),
}).map(({ method, kind, seed, ...design }) => {
  const filter = iir({ type: "elliptic", ...design, ripple: 0.5, attenuation: 60 });
  const width = kind === "real" ? 1 : 2;
  const noise = (more: number, samples: number) => Float32Array.from(testNormals(seed + more, samples * width));
  const filtered = async (x: Float32Array<ArrayBuffer>, page: number, signals = 1) =>
    filterPages(await testDevice(), iirFactory(method), filter, { kind, signals, x }, page);
  return { width, noise, filtered };
});

describe("recursive filters, with any method", () => {
  it("are linear", async () => {
    const any = asyncProperty(
      filters,
      double({ min: -4, max: 4, noNaN: true }),
      async ({ noise, filtered }, factor) => {
        const [x, y] = [noise(1, 1500), noise(2, 1500)];
        const sum = x.map((value, i) => value + factor * y[i]);
        const [X, Y, SUM] = [await filtered(x, 1500), await filtered(y, 1500), await filtered(sum, 1500)];
        const expected = X.map((value, i) => value + factor * Y[i]);
        expect(errorDb(SUM, expected)).toBeLessThan(-105);
      },
    );
    await assert(any, { numRuns: gpuRuns(4) });
  });

  it("are time-invariant", async () => {
    const any = asyncProperty(filters, integer({ min: 1, max: 1100 }), async ({ width, noise, filtered }, late) => {
      const x = noise(1, 1500);
      const shifted = (signal: Float32Array<ArrayBuffer>) => signal.map((_, i) => signal[i - late * width] ?? 0);
      const [now, later] = [await filtered(x, 1500), await filtered(shifted(x), 1500)];
      expect(errorDb(later, shifted(Float32Array.from(now)))).toBeLessThan(-105);
    });
    await assert(any, { numRuns: gpuRuns(4) });
  });

  it("give the same in pages and whole, and for signals in a batch and alone", async () => {
    const any = asyncProperty(filters, integer({ min: 40, max: 2500 }), async ({ width, noise, filtered }, page) => {
      const signals = [noise(1, 2500), noise(2, 2500)];
      const together = Float32Array.from(signals.flatMap((x) => [...x]));
      const paged = await filtered(together, page, 2);
      for (const [s, x] of signals.entries()) {
        const whole = await filtered(x, 2500);
        expect(errorDb(paged.subarray(s * 2500 * width, (s + 1) * 2500 * width), whole)).toBeLessThan(-105);
      }
    });
    await assert(any, { numRuns: gpuRuns(4) });
  });
});
