import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "../gpu/pool.ts";
import { errorDb, gpuRuns, poison, readFloats, run, testDevice, testNormals, testRandom } from "../gpu/testing.ts";
import { type Complex, complex, div, mul, polar } from "../filter-design/complex.ts";
import { complexCascade, type ComplexSection, toComplexSection } from "../filter-design/complex-sections.ts";
import { toPoints } from "../filter-design/registry.ts";
import { complexSections } from "./complex-sections.reference.ts";
import { createComplexSections } from "./complex-sections.ts";
import { iir, interleaved } from "./testing.ts";
import type { Schedule } from "./tiled.ts";

/** A section with its own two poles, radii from 0.5 to `radius`, and zeros on the circle. */
function someSection(random: () => number, radius: number): ComplexSection {
  const point = (r: number) => polar(r, 2 * Math.PI * random());
  const quadratic = (p: Complex, q: Complex): [Complex, Complex] => [
    complex(-p.re - q.re, -p.im - q.im),
    complex(p.re * q.re - p.im * q.im, p.re * q.im + p.im * q.re),
  ];
  const poles = [0, 1].map(() => point(0.5 + (radius - 0.5) * random()));
  return { b: [complex(1), ...quadratic(point(1), point(1))], a: quadratic(poles[0], poles[1]) };
}

const someSections = (seed: number, count: number, radius = 0.99) => {
  const random = testRandom(seed);
  return Array.from({ length: count }, () => someSection(random, radius));
};

interface Filtered extends Schedule {
  sections: readonly ComplexSection[];
  signals?: number;
  /** Pairs, [signal][sample]. */
  x: Float32Array<ArrayBuffer>;
  page?: number;
}

/** Filters on the GPU page by page, outputs poisoned first. */
async function filtered({ sections, signals = 1, x, page = x.length / signals / 2, ...schedule }: Filtered) {
  const device = await testDevice();
  const memory = allocate(device);
  const total = x.length / signals;
  const input = memory.storage("page", signals * page * 8);
  const plan = await createComplexSections(device, { sections, signals, length: page, input, ...schedule });
  const y = new Float32Array(x.length);
  for (let first = 0; first < total; first += 2 * page) {
    const count = Math.min(2 * page, total - first);
    const samples = new Float32Array(2 * signals * page);
    for (let s = 0; s < signals; s++) {
      samples.set(x.subarray(s * total + first, s * total + first + count), 2 * s * page);
    }
    device.queue.writeBuffer(input, 0, samples);
    poison(device, plan.output);
    await run(device, plan);
    const made = await readFloats(device, plan.output, samples.length);
    for (let s = 0; s < signals; s++) y.set(made.subarray(2 * s * page, 2 * s * page + count), s * total + first);
  }
  plan.destroy();
  memory.release();
  return y;
}

const expectedOf = (sections: readonly ComplexSection[], x: Float32Array, signals = 1) =>
  Float64Array.from({ length: signals }, (_, s) => s).reduce<number[]>((all, s) => {
    const row = x.subarray((s * x.length) / signals, ((s + 1) * x.length) / signals);
    return [...all, ...interleaved(complexSections(sections, toPoints(row)))];
  }, []);

const powerOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);

const noiseOf = (seed: number, samples: number) => Float32Array.from(testNormals(seed, 2 * samples));

const { vectors } = JSON.parse(readFileSync(new URL("./registry.vectors.json", import.meta.url), "utf8"));

describe("iir/complex-sections", () => {
  it.each([
    { count: 1, signals: 1, length: 1, page: 1 },
    { count: 1, signals: 3, length: 100, page: 100 },
    { count: 3, signals: 2, length: 5003, page: 1700 },
    { count: 4, signals: 1, length: 9001, page: 9001 },
  ])("$count sections agree with float64: $signals × $length samples, pages of $page", async (given) => {
    const { count, signals, length, page } = given;
    const sections = someSections(count, count);
    const x = noiseOf(count + 10, signals * length);
    const expected = expectedOf(sections, x, signals);
    expect(errorDb(await filtered({ sections, signals, x, page }), expected)).toBeLessThan(-120);
  });

  it("splits a long cascade over several kernels: a low-pass filter of order 18 shifted to a quarter of the rate", async () => {
    const { sections } = iir({ type: "elliptic", order: 18, cutoff: 0.2, ripple: 0.5, attenuation: 70 });
    const turn = (value: Complex, n: number) => mul(value, polar(1, (Math.PI / 2) * n));
    const turned = sections.map(toComplexSection).map(({ b: [b0, b1, b2], a: [a1, a2] }): ComplexSection => {
      return { b: [b0, turn(b1, 1), turn(b2, 2)], a: [turn(a1, 1), turn(a2, 2)] };
    });
    const x = noiseOf(3, 3001);
    expect(errorDb(await filtered({ sections: turned, x, page: 1001 }), expectedOf(turned, x))).toBeLessThan(-120);
  });

  it("keeps the delays of sections that start with one or consist of one", async () => {
    const [zero, one, pole] = [complex(0), complex(1), complex(0.3, -0.4)];
    const delays: ComplexSection[] = [
      { b: [zero, complex(0, 2), one], a: [pole, zero] },
      { b: [zero, zero, one], a: [pole, complex(0.1, 0.2)] },
      { b: [zero, one, zero], a: [zero, zero] },
      { b: [zero, zero, zero], a: [pole, zero] },
    ];
    const x = noiseOf(4, 50);
    for (const section of delays) {
      const expected = expectedOf([section], x);
      const y = await filtered({ sections: [section], x });
      y.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThan(1e-5));
    }
  });

  it("gives the same bits when no tile trusts another workgroup", async () => {
    const sections = someSections(5, 2);
    const x = noiseOf(6, 5003);
    const found = [];
    for (const schedule of [{ spins: 100 }, { spins: 0 }]) {
      found.push(await filtered({ sections, x, group: 4, ...schedule }));
    }
    expect(errorDb(found[0], expectedOf(sections, x))).toBeLessThan(-120);
    for (const y of found) expect(y).toEqual(found[0]);
  });

  it("loses little with poles at radius 0.9999 and any angle", async () => {
    const x = noiseOf(7, 200_000);
    for (const angle of [0, 1, 2.5, -1.3]) {
      const pole = polar(0.9999, angle);
      const section: ComplexSection = {
        b: [complex(1), complex(0), complex(0)],
        a: [complex(-pole.re, -pole.im), complex(0)],
      };
      expect(errorDb(await filtered({ sections: [section], x }), complexCascade([section], x))).toBeLessThan(-110);
    }
  });

  it("agrees with liquid-dsp's vector", async () => {
    const { iirfilt_cccf_data_h3x64: vector } = vectors;
    const points = (pairs: number[][]) => pairs.map(([re, im]) => complex(re, im));
    const [b, a] = [vector.iirfilt_cccf_data_h3x64_b, vector.iirfilt_cccf_data_h3x64_a].map(points);
    const [b0, b1, b2] = b.map((value) => div(value, a[0]));
    const sections = [{ b: [b0, b1, b2], a: [div(a[1], a[0]), div(a[2], a[0])] }] satisfies ComplexSection[];
    const x = Float32Array.from(vector.iirfilt_cccf_data_h3x64_x.flat());
    expect(errorDb(await filtered({ sections, x }), vector.iirfilt_cccf_data_h3x64_y.flat())).toBeLessThan(-110);
  });

  it("equals real sections for real coefficients", async () => {
    const { sections } = iir({ type: "elliptic", order: 5, cutoff: 0.3, ripple: 0.5, attenuation: 60 });
    const x = noiseOf(8, 3000);
    const complexOnes = sections.map(toComplexSection);
    expect(errorDb(await filtered({ sections: complexOnes, x }), expectedOf(complexOnes, x))).toBeLessThan(-120);
  });

  it("is linear over the complex numbers, and pages change rounding only", async () => {
    const any = fc.asyncProperty(
      fc.record({
        seed: fc.integer({ min: 1, max: 1000 }),
        // Other numbers compile other kernels.
        count: fc.constantFrom(1, 2, 4),
        length: fc.integer({ min: 1, max: 700 }),
        page: fc.integer({ min: 1, max: 700 }),
      }),
      async ({ seed, count, length, page }) => {
        const sections = someSections(seed, count, 0.9);
        const x = noiseOf(seed + 1, length);
        const turned = x.map((_, i) => (i % 2 ? x[i - 1] : -x[i + 1]));
        const y = await filtered({ sections, x, page: Math.min(page, length) });
        // Float32 rounds the output of each section by its own size. Later sections may cancel most of it, and amplify the rounding as they
        // amplify white noise, by the energy of their impulse response.
        const impulse = new Float32Array(x.length);
        impulse[0] = 1;
        const stages = sections.map((_, k) => powerOf(expectedOf(sections.slice(0, k + 1), x)));
        const roundings = stages.map((power, k) => power * powerOf(expectedOf(sections.slice(k + 1), impulse)));
        const limit = -110 + 10 * Math.log10(Math.max(...roundings) / stages[stages.length - 1]);
        expect(errorDb(y, expectedOf(sections, x))).toBeLessThan(limit);
        const other = await filtered({ sections, x: turned });
        expect(
          errorDb(
            other,
            Float64Array.from(y, (_, i) => (i % 2 ? y[i - 1] : -y[i + 1])),
          ),
        ).toBeLessThan(limit);
      },
    );
    await fc.assert(any, { numRuns: gpuRuns(6), examples: [[{ seed: 464, count: 4, length: 8, page: 1 }]] });
  });

  it("refuses invalid filters and sizes", async () => {
    const device = await testDevice();
    const input = device.createBuffer({ size: 64, usage: GPUBufferUsage.STORAGE });
    const section = (pole: Complex): ComplexSection => ({
      b: [complex(1), complex(0), complex(0)],
      a: [complex(-pole.re, -pole.im), complex(0)],
    });
    const created = (sections: ComplexSection[], length = 8) =>
      createComplexSections(device, { sections, signals: 1, length, input });
    await expect(created([])).rejects.toThrow("iir/complex-sections: must have one or more sections, got none");
    await expect(created([section(complex(0.5))], 0)).rejects.toThrow("length must be a positive integer, got 0");
    await expect(created([section(complex(0, -1.01))])).rejects.toThrow(
      "iir/complex-sections: unstable: pole 1.01 ∠ -90° lies outside the unit circle",
    );
    input.destroy();
  });
});
