import { assert, asyncProperty, boolean, constantFrom, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { type ResamplerCase, resampleBoth } from "./testing.ts";
import { transposed } from "./transposed.reference.ts";
import { createTransposed, isTransposable, type TransposedConfig } from "./transposed.ts";

type Case = ResamplerCase & Pick<TransposedConfig, "periods">;

/** Noise through a random filter in pages, and what float64 says of it. */
const both = ({ periods, ...sizes }: Case, seed: number) =>
  resampleBoth((device, config) => createTransposed(device, { ...config, periods }), transposed, sizes, seed);

describe("resampling/transposed", () => {
  it.each<Case>([
    { kind: "complex", up: 99, down: 448, taps: 8961, length: 448 * 5, pages: 2 },
    { kind: "complex", up: 99, down: 448, taps: 1201, length: 448, signals: 5, pages: 4 },
    { kind: "real", up: 99, down: 448, taps: 28_672, length: 448 * 9, signals: 70 },
    { kind: "real", up: 147, down: 160, taps: 160, length: 320, signals: 3, pages: 3 },
    { kind: "complex", up: 2, down: 3, taps: 41, length: 3, pages: 30 },
    { kind: "real", up: 1, down: 7, taps: 150, length: 7 * 200, pages: 2 },
    { kind: "real", up: 8, down: 12, taps: 101, length: 300, complexTaps: true, pages: 2 },
    { kind: "complex", up: 3, down: 16, taps: 321, length: 16 * 500, complexTaps: true, signals: 2 },
    { kind: "real", up: 997, down: 1009, taps: 5000, length: 1009 * 2 },
    { kind: "complex", up: 3, down: 160, taps: 4000, length: 160 * 12, pages: 2 },
    { kind: "real", up: 1, down: 2, taps: 1, length: 1000 },
    { kind: "real", up: 1, down: 448, taps: 3, length: 448 * 3, pages: 2 },
  ])("agrees with float64: $up/$down, $taps taps, $kind samples in pages of $length", async (sizes) => {
    const { got, expected } = await both(sizes, sizes.taps + sizes.length);
    expect(errorDb(got, expected)).toBeLessThan(-120);
  });

  it("gives the same bits in pages of any size, however the work is dealt", async () => {
    const sizes = { kind: "complex", up: 5, down: 6, taps: 151, signals: 3 } as const;
    const whole = await both({ ...sizes, length: 504 }, 7);
    const any = asyncProperty(
      constantFrom(1, 2, 3, 4, 6, 7, 12, 28, 84),
      integer({ min: 1, max: 100 }),
      async (parts, periods) => {
        expect((await both({ ...sizes, length: 504 / parts, pages: parts, periods }, 7)).got).toEqual(whole.got);
      },
    );
    await assert(any, { numRuns: 12 });
  });

  it("agrees with float64 for any rates and sizes", async () => {
    const any = asyncProperty(
      record({
        kind: constantFrom("real" as const, "complex" as const),
        complexTaps: boolean(),
        up: integer({ min: 1, max: 39 }),
        more: integer({ min: 1, max: 40 }),
        part: integer({ min: 1, max: 64 }),
        signals: integer({ min: 1, max: 5 }),
        blocks: integer({ min: 1, max: 20 }),
        pages: integer({ min: 1, max: 3 }),
      }),
      async ({ more, part, blocks, ...sizes }) => {
        const down = sizes.up + more;
        const { got, expected } = await both({ ...sizes, down, taps: part * down, length: down * blocks }, 11);
        expect(errorDb(got, expected)).toBeLessThan(-115);
      },
    );
    await assert(any, { numRuns: 15 });
  });

  it("says what it can do", () => {
    const of = (up: number, down: number, count: number, complexTaps = false) =>
      isTransposable({ kind: "real", up, down, taps: testNormals(1, count), complexTaps });
    expect(of(2, 3, 192)).toBe(true);
    expect(of(2, 3, 193)).toBe(false);
    expect(of(2, 3, 384, true)).toBe(true);
    expect(of(3, 2, 10)).toBe(false);
    expect(of(4, 4, 10)).toBe(false);
  });

  it.each([
    [{ up: 0 }, "up must be a positive integer, got 0"],
    [{ length: 10 }, "length must be a multiple of 3, got 10"],
    [{ up: 4 }, "up must be below down, and a sample reach at most 64 outputs, got 4/3 and 1"],
    [{ taps: new Float64Array(193) }, "up must be below down, and a sample reach at most 64 outputs, got 2/3 and 65"],
    [{ periods: 0 }, "periods must be a positive integer, got 0"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { kind: "real", signals: 1, length: 12, input, up: 2, down: 3, taps: Float64Array.of(1) } as const;
    await expect(createTransposed(device, { ...config, ...wrong })).rejects.toThrow(
      `resampling/transposed: ${message}`,
    );
  });
});
