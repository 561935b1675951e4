import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noise } from "../gpu/check.ts";
import { errorDb, gpuRuns, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { cascade } from "../filter-design/cascade.ts";
import type { IirFilter } from "../filter-design/registry.ts";
import type { Section } from "../filter-design/sections.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import type { CreateIir } from "./factories.ts";
import { sections } from "./sections.reference.ts";
import { createSections } from "./sections.ts";
import { filterEach, filterPages, iir } from "./testing.ts";
import type { Schedule } from "./tiled.ts";

const by =
  (schedule: Schedule): CreateIir =>
  (device, { filter, ...page }) =>
    createSections(device, { ...page, ...schedule, sections: (filter as IirFilter).sections });

const elliptic = (order: number): FilterSpec => ({
  type: "elliptic",
  order,
  cutoff: 0.2,
  ripple: 0.5,
  attenuation: 70,
});

const noiseOf = (seed: number, count: number) => Float32Array.from(testNormals(seed, count));

describe("iir/sections", () => {
  it.each([
    { order: 1, kind: "real", signals: 1, length: 1, page: 1, limit: -130 },
    { order: 2, kind: "real", signals: 3, length: 100, page: 100, limit: -130 },
    { order: 8, kind: "real", signals: 1, length: 20_011, page: 20_011, limit: -125 },
    { order: 7, kind: "complex", signals: 2, length: 5003, page: 1700, limit: -125 },
    { order: 30, kind: "complex", signals: 1, length: 3001, page: 3001, limit: -120 },
  ] as const)(
    "order $order agrees with float64: $signals × $length $kind samples, pages of $page",
    async ({ order, kind, signals, length, page, limit }) => {
      const filter = iir(elliptic(order));
      const x = noiseOf(order, signals * length * (kind === "real" ? 1 : 2));
      const expected = filterEach((one) => sections(filter, one), { kind, signals, x });
      const y = await filterPages(await testDevice(), by({}), filter, { kind, signals, x }, page);
      expect(errorDb(y, expected)).toBeLessThan(limit);
    },
  );

  // Tiles of 4 × 63 numbers: 4 in a row, 16 in a row of rows; complex samples 2 and 4.
  it.each([
    { kind: "real", signals: 2, length: 10_001 },
    { kind: "complex", signals: 1, length: 900 },
  ] as const)(
    "gives the same bits when no tile trusts another workgroup: $kind samples",
    async ({ kind, signals, length }) => {
      const filter = iir(elliptic(4));
      const x = noiseOf(length, signals * length * (kind === "real" ? 1 : 2));
      const device = await testDevice();
      const expected = filterEach((one) => sections(filter, one), { kind, signals, x });
      const found: Float32Array[] = [];
      for (const schedule of [{}, { spins: 0 }]) {
        found.push(await filterPages(device, by({ group: 4, ...schedule }), filter, { kind, signals, x }, length));
      }
      expect(errorDb(found[0], expected)).toBeLessThan(-125);
      expect(found[1]).toEqual(found[0]);
    },
  );

  // The scan has places for 64 tiles of 4 runs, and complex samples for 8: pages of more than 64 numbers a run.
  it.each([
    { kind: "real", length: 40_009 },
    { kind: "complex", length: 5003 },
  ] as const)(
    "takes pages with more tiles than the scan has places: $length $kind samples",
    async ({ kind, length }) => {
      const filter = iir(elliptic(4));
      const x = noiseOf(length, length * (kind === "real" ? 1 : 2));
      const expected = filterEach((one) => sections(filter, one), { kind, signals: 1, x });
      // A second, shorter page begins where the long one has ended.
      const page = Math.ceil(0.6 * length);
      const y = await filterPages(await testDevice(), by({ group: 4 }), filter, { kind, signals: 1, x }, page);
      expect(errorDb(y, expected)).toBeLessThan(-125);
    },
  );

  it.each(process.env.THREERAY_SLOW ? [1_000_000, 10_000_000] : [1_000_000])(
    "loses little with poles at radius 0.9994, order 16: %i samples (10 million with THREERAY_SLOW)",
    async (length) => {
      const filter = iir({ type: "elliptic", order: 16, cutoff: 0.1, ripple: 0.5, attenuation: 100 });
      expect(filter.stability.radius).toBeCloseTo(0.9994, 4);
      const x = noise(7, length);
      const y = await filterPages(await testDevice(), by({}), filter, { kind: "real", signals: 1, x }, length);
      expect(errorDb(y, sections(filter, x))).toBeLessThan(-120);
    },
  );

  it.each([
    { type: "butterworth", order: 4, cutoff: 0.005 },
    { type: "butterworth", order: 3, cutoff: 0.998, band: "highpass" },
    { type: "chebyshev1", order: 6, cutoff: [0.2, 0.21], ripple: 0.5 },
  ] as const)("loses less than rounded coefficients do: %o", async (spec) => {
    const filter = iir(spec);
    const x = noiseOf(11, 100_000);
    const expected = sections(filter, x);
    const rounded = cascade(
      filter.sections.map((section) => section.map(Math.fround) as unknown as Section),
      x,
    );
    const y = await filterPages(await testDevice(), by({}), filter, { kind: "real", signals: 1, x }, x.length);
    expect(errorDb(rounded, expected)).toBeGreaterThan(-100);
    expect(errorDb(y, expected)).toBeLessThan(-120);
  });

  const someSections = fc.record({
    // One section or four: other numbers compile other kernels.
    order: fc.constantFrom(1, 2, 7, 8),
    cutoff: fc.double({ min: 0.02, max: 0.9, noNaN: true }),
    kind: fc.constantFrom("real" as const, "complex" as const),
    seed: fc.integer({ min: 1, max: 1000 }),
  });

  it("is linear and time-invariant", async () => {
    const device = await testDevice();
    const property = fc.asyncProperty(
      someSections,
      fc.integer({ min: 1, max: 40 }),
      async ({ order, cutoff, kind, seed }, delay) => {
        const filter = iir({ type: "butterworth", order, cutoff });
        const [width, length] = [kind === "real" ? 1 : 2, 700];
        const [u, v] = [noiseOf(seed, width * length), noiseOf(seed + 1, width * length)];
        // Halves, so that the sum is exact, and v comes late.
        const mixed = u.map((value, n) => (value + (v[n - width * delay] ?? 0)) / 2);
        const of = (x: Float32Array<ArrayBuffer>) =>
          filterPages(device, by({}), filter, { kind, signals: 1, x }, length);
        const [first, second, both] = [await of(u), await of(v), await of(mixed)];
        const expected = first.map((value, n) => (value + (second[n - width * delay] ?? 0)) / 2);
        expect(errorDb(both, expected)).toBeLessThan(-120);
      },
    );
    await fc.assert(property, { numRuns: gpuRuns(6) });
  });

  it("gives the same for pages of any size", async () => {
    const device = await testDevice();
    const property = fc.asyncProperty(
      someSections,
      fc.integer({ min: 5, max: 4000 }),
      async ({ order, cutoff, kind, seed }, page) => {
        const filter = iir({ type: "butterworth", order, cutoff });
        const signals = { kind, signals: 2, x: noiseOf(seed, 2 * 4000) };
        const whole = await filterPages(device, by({}), filter, signals, 4000);
        const paged = await filterPages(device, by({}), filter, signals, page);
        expect(errorDb(paged, whole)).toBeLessThan(-120);
      },
    );
    await fc.assert(property, { numRuns: gpuRuns(6) });
  });

  it("starts again from rest after reset", async () => {
    const device = await testDevice();
    const { sections } = iir(elliptic(6));
    const input = upload(device, noiseOf(3, 500));
    const plan = await createSections(device, { kind: "real", signals: 1, length: 500, input, sections });
    await run(device, plan);
    const first = await readFloats(device, plan.output, 500);
    await run(device, plan);
    expect(await readFloats(device, plan.output, 500)).not.toEqual(first);
    plan.reset();
    await run(device, plan);
    expect(await readFloats(device, plan.output, 500)).toEqual(first);
    plan.destroy();
  });

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ length: 0.5 }, "length must be a positive integer, got 0.5"],
    [{ sections: [] }, "must have one or more sections, got none"],
    [{ sections: [[1, 0, 0, 1, -2, 1.01]] }, "unstable: pole 1.00499 ∠ 5.71059° lies outside the unit circle"],
    [{ group: 48 }, "group must be a power of two from 4 to 256, got 48"],
  ] as const)("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = {
      kind: "real",
      signals: 1,
      length: 8,
      input,
      sections: iir(elliptic(2)).sections,
      ...wrong,
    } as const;
    await expect(createSections(device, config)).rejects.toThrow(`iir/sections: ${message}`);
  });
});
