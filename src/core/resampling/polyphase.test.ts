import { assert, asyncProperty, boolean, constantFrom, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { streamed } from "../flow/build/testing.ts";
import { polyphaseBlock } from "./blocks.ts";
import { createPolyphase, type PolyphaseConfig } from "./polyphase.ts";
import { polyphase } from "./polyphase.reference.ts";
import { type ResamplerCase, resampleBoth } from "./testing.ts";

type Case = ResamplerCase & Pick<PolyphaseConfig, "strands">;

/** Filters noise by a random filter in pages, on the GPU and in float64. */
const both = ({ strands, ...sizes }: Case, seed: number) =>
  resampleBoth((device, config) => createPolyphase(device, { ...config, strands }), polyphase, sizes, seed);

describe("resampling/polyphase", () => {
  it.each<Case>([
    { kind: "complex", up: 99, down: 448, taps: 8961, length: 448 * 5, pages: 2 },
    { kind: "complex", up: 99, down: 448, taps: 1201, length: 448, signals: 5, pages: 4 },
    { kind: "real", up: 99, down: 448, taps: 2500, length: 448 * 9, strands: 3 },
    { kind: "real", up: 160, down: 147, taps: 3201, length: 147 * 20 },
    { kind: "real", up: 147, down: 160, taps: 160, length: 320, signals: 3, pages: 3 },
    { kind: "complex", up: 2, down: 3, taps: 41, length: 3, pages: 30 },
    { kind: "real", up: 3, down: 2, taps: 1, length: 500 },
    { kind: "real", up: 4, down: 1, taps: 64, length: 1001, pages: 2 },
    { kind: "complex", up: 5, down: 1, taps: 7, length: 333, signals: 2, complexTaps: true },
    { kind: "real", up: 1, down: 7, taps: 150, length: 7 * 200, pages: 2 },
    { kind: "complex", up: 1, down: 1, taps: 33, length: 777, pages: 2 },
    { kind: "real", up: 8, down: 12, taps: 101, length: 300, complexTaps: true, pages: 2 },
    { kind: "real", up: 997, down: 1009, taps: 5000, length: 1009 * 2 },
    { kind: "complex", up: 3, down: 160, taps: 4000, length: 160 * 12, pages: 2 },
    { kind: "real", up: 7, down: 1000, taps: 12_000, length: 8000, signals: 2 },
  ])("agrees with float64: $up/$down, $taps taps, $kind samples in pages of $length", async (sizes) => {
    const { got, expected } = await both(sizes, sizes.taps + sizes.length);
    expect(errorDb(got, expected)).toBeLessThan(-120);
  });

  it.each([
    { h: [1, 1, 1], x: [1, 2, 3], up: 3, down: 1, y: [1, 1, 1, 2, 2, 2, 3, 3, 3] },
    { h: [1], x: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], up: 1, down: 3, y: [0, 3, 6, 9] },
    { h: [0.5, 1, 0.5], x: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], up: 2, down: 3, y: [0, 1, 2.5, 4, 5.5, 7, 8.5] },
  ])("equals SciPy's upfirdn: $h at $up/$down", async ({ h, x, up, down, y }) => {
    const block = polyphaseBlock({ kind: "real", taps: Float64Array.from(h), up, down });
    expect([...(await streamed(block, x, { length: 6 }))]).toEqual(y);
  });

  it("gives the same bits in pages of any size, for any distribution of the work", async () => {
    const sizes = { kind: "complex", up: 6, down: 5, taps: 151, signals: 3 } as const;
    const whole = await both({ ...sizes, length: 420 }, 7);
    const any = asyncProperty(
      constantFrom(1, 2, 3, 4, 6, 7, 12, 28, 84),
      integer({ min: 1, max: 4 }),
      async (parts, strands) => {
        const dealt = { length: 420 / parts, pages: parts, strands };
        expect((await both({ ...sizes, ...dealt }, 7)).got).toEqual(whole.got);
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
        down: integer({ min: 1, max: 40 }),
        taps: integer({ min: 1, max: 400 }),
        signals: integer({ min: 1, max: 5 }),
        blocks: integer({ min: 1, max: 20 }),
        pages: integer({ min: 1, max: 3 }),
      }),
      async ({ blocks, ...sizes }) => {
        const { got, expected } = await both({ ...sizes, length: sizes.down * blocks }, 11);
        if (expected.some((value) => value !== 0)) expect(errorDb(got, expected)).toBeLessThan(-115);
        else expect(got.every((value) => value === 0)).toBe(true);
      },
    );
    await assert(any, { numRuns: gpuRuns(15) });
  });

  it("is linear, and a shift by `down` inputs shifts the output by `up`", async () => {
    const block = polyphaseBlock({ kind: "real", up: 5, down: 3, taps: testNormals(1, 77) });
    const [a, b] = [1, 2].map((seed) => Float32Array.from(testNormals(seed, 300)));
    const through = (map: (i: number) => number) => {
      return streamed(
        block,
        Float32Array.from({ length: 300 }, (_, i) => map(i)),
        { length: 60 },
      );
    };
    const [fromA, fromB] = [await through((i) => a[i]), await through((i) => b[i])];
    const difference = fromA.map((value, i) => 2 * value - fromB[i]);
    expect(errorDb(await through((i) => 2 * a[i] - b[i]), difference)).toBeLessThan(-120);
    const shifted = await through((i) => (i < 9 ? 0 : a[i - 9]));
    expect(shifted.subarray(15)).toEqual(fromA.subarray(0, fromA.length - 15));
  });

  it.each([
    [{ up: 0 }, "up must be a positive integer, got 0"],
    [{ down: 2.5 }, "down must be a positive integer, got 2.5"],
    [{ signals: -1 }, "signals must be a positive integer, got -1"],
    [{ length: 10 }, "length must be a multiple of 3, got 10"],
    [{ taps: new Float64Array(0) }, "taps must hold one or more numbers, got 0"],
    [{ taps: new Float64Array(3), complexTaps: true }, "taps must hold one or more pairs of numbers, got 3"],
    [{ taps: Float64Array.of(1e39) }, "taps must be finite as float32, got 1e+39"],
    [{ strands: 0 }, "strands must be an integer from 1 to 4, got 0"],
    [{ up: 65537, down: 65536, length: 65536 }, "up · down must be below 536870912, got 4295032832"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { kind: "real", signals: 1, length: 12, input, up: 2, down: 3, taps: Float64Array.of(1) } as const;
    await expect(createPolyphase(device, { ...config, ...wrong })).rejects.toThrow(`resampling/polyphase: ${message}`);
  });
});
