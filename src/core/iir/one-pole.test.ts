import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "../gpu/pool.ts";
import { errorDb, gpuRuns, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { SAMPLE_BYTES } from "../flow/graph/block.ts";
import { type Complex, complex, polar } from "../filter-design/complex.ts";
import { onePole } from "./one-pole.reference.ts";
import { createOnePole, type OnePoleConfig, onePoleOutput } from "./one-pole.ts";
import { interleaved } from "./testing.ts";

type Filter = Omit<OnePoleConfig, "input">;

/** Filters signals [signal][sample] in pages, the last one filled up with zeros. */
async function filtered(x: Float32Array, config: Filter): Promise<Float32Array> {
  const device = await testDevice();
  const memory = allocate(device);
  const { signals, length, kind } = config;
  const [width, outputWidth] = [SAMPLE_BYTES[kind] / 4, SAMPLE_BYTES[onePoleOutput(config)] / 4];
  const samples = x.length / signals / width;
  const input = memory.storage("page", 4 * signals * length * width);
  const plan = await createOnePole(device, { ...config, input });
  const y = new Float32Array(signals * samples * outputWidth);
  for (let first = 0; first < samples; first += length) {
    const count = Math.min(length, samples - first);
    const page = new Float32Array(signals * length * width);
    for (let s = 0; s < signals; s++) {
      const from = (s * samples + first) * width;
      page.set(x.subarray(from, from + count * width), s * length * width);
    }
    device.queue.writeBuffer(input, 0, page);
    poison(device, plan.output);
    await run(device, plan);
    const found = await readFloats(device, plan.output, signals * length * outputWidth);
    for (let s = 0; s < signals; s++) {
      const from = s * length * outputWidth;
      y.set(found.subarray(from, from + count * outputWidth), (s * samples + first) * outputWidth);
    }
  }
  plan.destroy();
  memory.release();
  return y;
}

const point = (value: number | Complex) => (typeof value === "number" ? complex(value) : value);

function expected(x: Float32Array, config: Filter): Float64Array {
  const { signals, kind, pole, gain = 1 } = config;
  const width = SAMPLE_BYTES[kind] / 4;
  const row = x.length / signals;
  const rows = Array.from({ length: signals }, (_, s) => {
    const samples = Array.from({ length: row / width }, (_, n) => {
      const at = s * row + n * width;
      return complex(x[at], width === 2 ? x[at + 1] : 0);
    });
    const y = onePole(samples, point(pole), point(gain));
    return onePoleOutput(config) === "complex" ? interleaved(y) : y.map(({ re }) => re);
  });
  return Float64Array.from(rows.flat());
}

/**
 * A limit for the error of float32 arithmetic, dB: each output is rounded (by −145 dB and less per operation), and the
 * filter sums the errors with powers of its pole.
 */
const roundingDb = (radius: number) => -135 - 10 * Math.log10(1 - radius ** 2);

const noiseOf = (seed: number, count: number) => Float32Array.from(testNormals(seed, count));

describe("iir/one-pole", () => {
  it.each([
    { kind: "real", pole: 0.5, gain: 1, signals: 1, samples: 1, length: 1 },
    { kind: "real", pole: -0.99, gain: 0.01, signals: 3, samples: 10_007, length: 10_007 },
    { kind: "real", pole: 0.9999, gain: 2, signals: 1, samples: 40_001, length: 7001 },
    { kind: "complex", pole: 0.95, gain: 0.05, signals: 2, samples: 9001, length: 4500 },
    { kind: "complex", pole: polar(0.999, 1), gain: 0.1, signals: 2, samples: 9001, length: 9001 },
    { kind: "complex", pole: polar(0.9, -2), gain: polar(0.3, 1), signals: 1, samples: 300, length: 11 },
    { kind: "real", pole: polar(0.99, 0.1), gain: 1, signals: 2, samples: 5003, length: 5003 },
    { kind: "real", pole: 0, gain: complex(0, 1), signals: 1, samples: 101, length: 50 },
  ] as const)("agrees with float64: %o", async ({ samples, ...config }) => {
    const x = noiseOf(samples, config.signals * samples * (config.kind === "real" ? 1 : 2));
    const right = expected(x, config);
    expect(errorDb(await filtered(x, config), right)).toBeLessThan(-125);
  });

  it("gives the same bits when no tile trusts another workgroup", async () => {
    const config = { kind: "complex", pole: polar(0.995, 0.3), signals: 2, length: 4001, group: 4 } as const;
    const x = noiseOf(4, 2 * 2 * 4001);
    const first = await filtered(x, config);
    expect(errorDb(first, expected(x, config))).toBeLessThan(-125);
    for (const spins of [1, 0]) expect(await filtered(x, { ...config, spins })).toEqual(first);
  });

  it("responds to an impulse with powers of its pole, also far away", async () => {
    const [pole, length] = [polar(0.9999, 0.7), 20_000];
    const x = new Float32Array(length);
    x[0] = 1;
    const y = await filtered(x, { kind: "real", pole, signals: 1, length });
    const powers = Array.from({ length }, (_, n) => polar(0.9999 ** n, 0.7 * n));
    expect(errorDb(y, interleaved(powers))).toBeLessThan(-125);
  });

  it("gives the same for pages of any size", async () => {
    const cases = fc.record({
      kind: fc.constantFrom("real" as const, "complex" as const),
      radius: fc.double({ min: 0, max: 0.999, noNaN: true }),
      angle: fc.option(fc.double({ min: -3, max: 3, noNaN: true }), { nil: undefined }),
      page: fc.integer({ min: 3, max: 3000 }),
    });
    const property = fc.asyncProperty(cases, async ({ kind, radius, angle, page }) => {
      const pole = angle === undefined ? radius : polar(radius, angle);
      const config = { kind, pole, signals: 2 };
      // At most some 40 pages.
      const length = Math.min(1500, 40 * page);
      const x = noiseOf(page, 2 * length * (kind === "real" ? 1 : 2));
      const whole = await filtered(x, { ...config, length });
      expect(errorDb(await filtered(x, { ...config, length: page }), whole)).toBeLessThan(roundingDb(radius));
    });
    await fc.assert(property, { numRuns: gpuRuns(6) });
  });

  it("is linear and time-invariant", async () => {
    const cases = fc.record({
      radius: fc.double({ min: 0, max: 0.999, noNaN: true }),
      angle: fc.double({ min: -3, max: 3, noNaN: true }),
      delay: fc.integer({ min: 1, max: 90 }),
      seed: fc.integer({ min: 1, max: 1000 }),
    });
    const property = fc.asyncProperty(cases, async ({ radius, angle, delay, seed }) => {
      const config = { kind: "complex", pole: polar(radius, angle), signals: 1, length: 500 } as const;
      const [u, v] = [noiseOf(seed, 1000), noiseOf(seed + 1, 1000)];
      // Halves, so that the sum rounds little, and v comes late.
      const mixed = (a: Float32Array, b: Float32Array) => a.map((value, n) => (value + (b[n - 2 * delay] ?? 0)) / 2);
      const [first, second] = [await filtered(u, config), await filtered(v, config)];
      const sum = await filtered(mixed(u, v), config);
      expect(errorDb(sum, mixed(first, second))).toBeLessThan(roundingDb(radius));
    });
    await fc.assert(property, { numRuns: gpuRuns(5) });
  });

  it("starts again from rest after reset", async () => {
    const device = await testDevice();
    const input = upload(device, noiseOf(3, 100));
    const plan = await createOnePole(device, { kind: "real", pole: 0.999, signals: 1, length: 100, input });
    await run(device, plan);
    const first = await readFloats(device, plan.output, 100);
    await run(device, plan);
    expect(await readFloats(device, plan.output, 100)).not.toEqual(first);
    plan.reset();
    await run(device, plan);
    expect(await readFloats(device, plan.output, 100)).toEqual(first);
    plan.destroy();
  });

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ length: -1 }, "length must be a positive integer, got -1"],
    [{ pole: -1 }, "unstable: pole -1 lies on the unit circle"],
    [{ pole: polar(1.5, 1) }, "unstable: pole 1.5 ∠ 57.2958° lies outside the unit circle"],
    [{ group: 2 }, "group must be a power of two from 4 to 256, got 2"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { kind: "real", pole: 0.5, signals: 1, length: 8, input, ...wrong } as const;
    await expect(createOnePole(device, config)).rejects.toThrow(`iir/one-pole: ${message}`);
  });
});
