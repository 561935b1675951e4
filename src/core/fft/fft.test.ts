import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { fft } from "./fft.float64.ts";
import { createFft } from "./fft.ts";
import { cheapLength, passCount, passesOf } from "./passes.ts";
import { tolerance, transformed } from "./testing.ts";
import { batchedFft } from "./workgroup.reference.ts";

const { vectors }: { vectors: Record<string, Record<string, (number | [number, number])[]>> } = JSON.parse(
  readFileSync(new URL("./fft.vectors.json", import.meta.url), "utf8"),
);
const lengths = Object.keys(vectors).flatMap((name) => /^fft_data_(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
const vector = (length: number) =>
  (["x", "y"] as const).map((end) =>
    Float64Array.from(vectors[`fft_data_${length}`][`fft_test_${end}${length}`].flat()),
  );

/**
 * FFTW's transforms of n real numbers are transforms of symmetric sequences of M points: number j is at `at(j)` and,
 * with its sign, at M − at(j), where that is another place; number k is the real part of bin `bin(k)`, for odd symmetry
 * the imaginary part with its sign changed. In RODFT01 the last number counts once, not twice.
 */
const SYMMETRIES = [
  { kind: "REDFT00", sign: 1, M: 2 * (8 - 1), at: (j: number) => j, bin: (k: number) => k },
  { kind: "REDFT10", sign: 1, M: 4 * 8, at: (j: number) => 2 * j + 1, bin: (k: number) => k },
  { kind: "REDFT01", sign: 1, M: 4 * 8, at: (j: number) => j, bin: (k: number) => 2 * k + 1 },
  { kind: "REDFT11", sign: 1, M: 8 * 8, at: (j: number) => 2 * j + 1, bin: (k: number) => 2 * k + 1 },
  { kind: "RODFT00", sign: -1, M: 2 * (8 + 1), at: (j: number) => j + 1, bin: (k: number) => k + 1 },
  { kind: "RODFT10", sign: -1, M: 4 * 8, at: (j: number) => 2 * j + 1, bin: (k: number) => k + 1 },
  { kind: "RODFT01", sign: -1, M: 4 * 8, at: (j: number) => j + 1, bin: (k: number) => 2 * k + 1 },
  { kind: "RODFT11", sign: -1, M: 8 * 8, at: (j: number) => 2 * j + 1, bin: (k: number) => 2 * k + 1 },
];

/** WebGPU's default limits, and the limits of a large GPU. */
const [laptop, large] = [
  [16384, 256],
  [49152, 1024],
].map(([maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup]) => {
  return { limits: { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } as GPUSupportedLimits };
});

describe("fft/fft", () => {
  it.each([
    { length: 12, batch: 5 },
    { length: 4096, batch: 2 },
    { length: 8192, batch: 2 },
    { length: 2100, batch: 3 },
    { length: 14641, batch: 1 },
    { length: 30000, batch: 2 },
    { length: 2 ** 15, batch: 1 },
  ])("$length points, batch $batch: there, and back in place", async ({ length, batch }) => {
    const device = await testDevice();
    const x = testNormals(length, 2 * length * batch);
    const forward = await transformed(device, (input) => createFft(device, { length, batch, input }), x);
    expect(errorDb(forward, batchedFft(x, batch))).toBeLessThan(tolerance(length));
    const back = await transformed(
      device,
      (input) => createFft(device, { length, batch, input, inverse: true, inPlace: true }),
      Float64Array.from(forward),
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it("takes the fewest passes, 1 to 3, for every length of small primes up to 2^22", () => {
    const counts = [0, 0, 0];
    const wrong: number[] = [];
    const check = (length: number, primes: readonly number[]) => {
      if (length > 1) {
        const passes = passesOf(length, laptop) ?? [];
        if (passes.reduce((product, factor) => product * factor, 1) !== length) wrong.push(length);
        counts[passes.length - 1]++;
      }
      for (const [i, prime] of primes.entries()) {
        if (length * prime <= 2 ** 22) check(length * prime, primes.slice(i));
      }
    };
    check(1, [2, 3, 5, 7, 11, 13]);
    expect(wrong).toEqual([]);
    expect(counts).toEqual([489, 2847, 3082]);
    expect(passesOf(2 * 17, laptop)).toBeUndefined();
    expect([8192, 16384, 2 ** 20, 2 ** 22].map((length) => passesOf(length, laptop))).toEqual([
      [64, 128],
      [128, 128],
      [1024, 1024],
      [128, 128, 256],
    ]);
    expect([16384, 2187, 2 ** 22].map((length) => passesOf(length, large))).toEqual([[16384], [2187], [2048, 2048]]);
    expect(passesOf(10 ** 6, laptop)).toEqual([100, 100, 100]);
    expect([10 ** 4, 10 ** 6].map((length) => passesOf(length, large))).toEqual([[10000], [1000, 1000]]);
  });

  it("finds the cheapest length that holds the given points", () => {
    const lengths = [1, 2, 97, 129, 1100, 2049, 12857, 100001, 2 ** 21 + 1, 2 ** 22].map(cheapLength);
    expect(lengths).toEqual([2, 2, 98, 135, 1120, 2058, 16384, 100352, 2099520, 2 ** 22]);
    expect(lengths.map(passCount)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 3, 3]);
  });

  it("makes three passes", async () => {
    const device = await testDevice();
    const length = 823543; // 7^7
    const x = new Float64Array(2 * length);
    const bins = [
      [0, 1],
      [54321, 2],
      [length - 7, -1],
    ];
    // Tones: their spectrum is known without a transform.
    for (const [k, amplitude] of bins) {
      for (let n = 0; n < length; n++) {
        const angle = (2 * Math.PI * ((k * n) % length)) / length;
        x[2 * n] += amplitude * Math.cos(angle);
        x[2 * n + 1] += amplitude * Math.sin(angle);
      }
    }
    const X = await transformed(device, (input) => createFft(device, { length, batch: 1, input }), x);
    const expected = new Float64Array(2 * length);
    for (const [k, amplitude] of bins) expected[2 * k] = amplitude * length;
    expect(errorDb(X, expected)).toBeLessThan(tolerance(length));
  });

  it("liquid-dsp's vectors, reference", () => {
    expect(lengths).toHaveLength(16);
    for (const length of lengths) {
      const [x, y] = vector(length);
      expect(errorDb(fft(x), y)).toBeLessThan(-200);
    }
  });

  it.each(lengths)("liquid-dsp's vectors, %i points", async (length) => {
    const device = await testDevice();
    const [x, y] = vector(length);
    const X = await transformed(device, (input) => createFft(device, { length, batch: 1, input }), x);
    expect(errorDb(X, y)).toBeLessThan(tolerance(length));
  });

  it.each(SYMMETRIES)("liquid-dsp's vectors, $kind of 8 real numbers", async ({ kind, sign, M, at, bin }) => {
    const device = await testDevice();
    const numbers = (name: string) => vectors.fft_r2rdata_8[`fftdata_r2r_${name}`].flat();
    const e = new Float64Array(2 * M);
    for (const [j, value] of numbers("x8").entries()) {
      const counted = kind === "RODFT01" && j === 7 ? value / 2 : value;
      e[2 * ((M - at(j)) % M)] = sign * counted;
      e[2 * at(j)] = counted;
    }
    const E = await transformed(device, (input) => createFft(device, { length: M, batch: 1, input }), e);
    const found = numbers("x8").map((_, k) => (sign > 0 ? E[2 * bin(k)] : -E[2 * bin(k) + 1]));
    expect(errorDb(found, numbers(`${kind}_y8`))).toBeLessThan(tolerance(M));
  });

  it.each([0, 1, 2 ** 22 + 1, 2.5, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/fft: length must be an integer from 2 to 4194304, got ${length}`,
    );
  });
});
