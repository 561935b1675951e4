import { assert, asyncProperty, boolean, constantFrom, integer, pre, record } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  errorDb,
  gpuRuns,
  poison,
  readFloats,
  run,
  TEST_INVOCATIONS,
  testDevice,
  testNormals,
  upload,
} from "../gpu/testing.ts";
import { type ResamplerCase, resampleBoth } from "./testing.ts";
import { matrix } from "./matrix.reference.ts";
import { createMatrix, type MatrixConfig, suitsMatrix } from "./matrix.ts";

type Case = ResamplerCase & Pick<MatrixConfig, "periods">;

/** Filters noise by a random filter in pages, on the GPU and in float64. */
const both = ({ periods, ...sizes }: Case, seed: number) =>
  resampleBoth((device, config) => createMatrix(device, { ...config, periods }), matrix, sizes, seed);

/** Whether the tests' device has workgroups for it. */
function isPossible({ kind, up, down, taps, complexTaps }: Case): boolean {
  const limits = { maxComputeInvocationsPerWorkgroup: TEST_INVOCATIONS } as GPUSupportedLimits;
  return suitsMatrix({ kind, up, down, taps: new Float64Array(taps * (complexTaps ? 2 : 1)), complexTaps }, { limits });
}

describe("resampling/matrix", () => {
  it.each(
    (
      [
        { kind: "complex", up: 99, down: 448, taps: 8961, length: 448 * 5, pages: 2 },
        { kind: "complex", up: 99, down: 448, taps: 1201, length: 448, signals: 5, pages: 4 },
        { kind: "real", up: 99, down: 448, taps: 20_000, length: 448 * 9, signals: 70 },
        { kind: "real", up: 147, down: 160, taps: 160, length: 320, signals: 3, pages: 3 },
        { kind: "complex", up: 2, down: 3, taps: 41, length: 3, pages: 30 },
        { kind: "real", up: 1, down: 7, taps: 150, length: 7 * 200, pages: 2 },
        { kind: "real", up: 8, down: 12, taps: 101, length: 300, complexTaps: true, pages: 2 },
        { kind: "complex", up: 3, down: 16, taps: 321, length: 16 * 500, complexTaps: true, signals: 2 },
        { kind: "real", up: 997, down: 1009, taps: 5000, length: 1009 * 2 },
        { kind: "complex", up: 3, down: 160, taps: 4000, length: 160 * 12, pages: 2 },
        { kind: "real", up: 1, down: 2, taps: 1, length: 1000 },
        { kind: "real", up: 1, down: 448, taps: 3, length: 448 * 3, pages: 2 },
        { kind: "real", up: 160, down: 147, taps: 1601, length: 147 * 20, pages: 2 },
        { kind: "complex", up: 99, down: 448, taps: 8961, length: 448 * 5, signals: 61, periods: 3, pages: 2 },
        { kind: "real", up: 3, down: 16, taps: 200, length: 16 * 21, signals: 130, periods: 2, pages: 3 },
        { kind: "complex", up: 5, down: 11, taps: 151, length: 11 * 9, complexTaps: true, signals: 64, periods: 4 },
      ] satisfies Case[]
    ).filter(isPossible),
  )("agrees with float64: $up/$down, $taps taps, $kind samples in pages of $length", async (sizes) => {
    const { got, expected } = await both(sizes, sizes.taps + sizes.length);
    expect(errorDb(got, expected)).toBeLessThan(-120);
  });

  it("gives the same bits in pages of any size, for any distribution of the work", async () => {
    const taps = TEST_INVOCATIONS < 256 ? 31 : 151;
    const sizes = { kind: "complex", up: 5, down: 6, taps, signals: 3 } as const;
    const whole = await both({ ...sizes, length: 504 }, 7);
    const any = asyncProperty(
      constantFrom(1, 2, 3, 4, 6, 7, 12, 28, 84),
      integer({ min: 1, max: 100 }),
      async (parts, periods) => {
        expect((await both({ ...sizes, length: 504 / parts, pages: parts, periods }, 7)).got).toEqual(whole.got);
      },
    );
    await assert(any, { numRuns: gpuRuns(6) });
  });

  it("agrees with float64 for any rates and sizes", async () => {
    const any = asyncProperty(
      record({
        kind: constantFrom("real" as const, "complex" as const),
        complexTaps: boolean(),
        up: integer({ min: 1, max: 40 }),
        down: integer({ min: 1, max: 80 }),
        part: integer({ min: 1, max: 40 }),
        signals: constantFrom(1, 2, 5, 60, 64, 127),
        blocks: integer({ min: 1, max: 20 }),
        pages: integer({ min: 1, max: 3 }),
      }),
      async ({ part, blocks, ...sizes }) => {
        const taps = part * Math.max(sizes.up, sizes.down);
        pre(isPossible({ ...sizes, taps, length: sizes.down * blocks }));
        const { got, expected } = await both({ ...sizes, taps, length: sizes.down * blocks }, 11);
        expect(errorDb(got, expected)).toBeLessThan(-115);
      },
    );
    await assert(any, { numRuns: gpuRuns(8) });
  });

  it.each([3, 128])("confines a NaN sample to its own of %i signals", async (signals) => {
    const device = await testDevice();
    const [length, up, down] = [160, 3, 16];
    const x = Float32Array.from(testNormals(3, signals * length));
    x.fill(NaN, length, 2 * length);
    const config = { kind: "real", signals, length, up, down, taps: Float64Array.from(testNormals(4, 200)) } as const;
    const plan = await createMatrix(device, { ...config, input: upload(device, x), periods: 3 });
    poison(device, plan.output);
    await run(device, plan);
    const y = await readFloats(device, plan.output, signals * plan.outputs);
    expect([...y.keys()].filter((i) => Number.isNaN(y[i]))).toEqual(
      Array.from({ length: plan.outputs }, (_, i) => plan.outputs + i),
    );
    plan.destroy();
  });

  it("states which changes of rate it supports", () => {
    const of = (up: number, down: number, count: number, complexTaps = false, room = 256) => {
      const limits = { maxComputeInvocationsPerWorkgroup: room } as GPUSupportedLimits;
      return suitsMatrix({ kind: "real", up, down, taps: testNormals(1, count), complexTaps }, { limits });
    };
    expect(of(2, 3, 140)).toBe(true);
    expect(of(2, 3, 141)).toBe(false);
    expect(of(2, 3, 112, true)).toBe(true);
    expect(of(2, 3, 114, true)).toBe(false);
    expect(of(3, 2, 36)).toBe(true);
    expect(of(3, 2, 37)).toBe(false);
    expect(of(4, 4, 168)).toBe(true);
    expect(of(1, 4097, 1)).toBe(false);
    expect([of(2, 3, 20, false, 128), of(2, 3, 140, false, 128)]).toEqual([true, false]);
  });

  it.each([
    [{ up: 0 }, "up must be a positive integer, got 0"],
    [{ length: 10 }, "length must be a multiple of 3, got 10"],
    [{ taps: new Float64Array(141) }, "8 neighbouring outputs must use at most 81 samples, got 82"],
    [{ down: 4097, length: 4097 }, "down must be at most 4096, got 4097"],
    [{ periods: 0 }, "periods must be a positive integer, got 0"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { kind: "real", signals: 1, length: 12, input, up: 2, down: 3, taps: Float64Array.of(1) } as const;
    await expect(createMatrix(device, { ...config, ...wrong })).rejects.toThrow(`resampling/matrix: ${message}`);
  });
});
