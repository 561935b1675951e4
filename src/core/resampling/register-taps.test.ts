import { assert, asyncProperty, boolean, constantFrom, integer, pre, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testDevice, upload } from "../gpu/testing.ts";
import { type ResamplerCase, resampleBoth } from "./testing.ts";
import { polyphase } from "./polyphase.reference.ts";
import { createRegisterTaps, suitsRegisterTaps } from "./register-taps.ts";

const both = (sizes: ResamplerCase, seed: number) => resampleBoth(createRegisterTaps, polyphase, sizes, seed);

describe("resampling/register-taps", () => {
  it.each<ResamplerCase>([
    { kind: "real", up: 7, down: 6, taps: 140, length: 6 * 409, signals: 2, pages: 3 },
    { kind: "complex", up: 3, down: 2, taps: 61, length: 2 * 501, pages: 2 },
    { kind: "real", up: 4, down: 1, taps: 81, length: 2051, pages: 2 },
    { kind: "real", up: 1, down: 2, taps: 41, length: 5000, pages: 2 },
    { kind: "complex", up: 7, down: 5, taps: 141, length: 5 * 301, signals: 3 },
    { kind: "real", up: 3, down: 5, taps: 1, length: 5, pages: 40 },
  ])("agrees with float64: $up/$down, $taps taps, $kind samples in pages of $length", async (sizes) => {
    const { got, expected } = await both(sizes, sizes.taps + sizes.length);
    expect(errorDb(got, expected)).toBeLessThan(-120);
  });

  it("gives the same bits in pages of any size, and the outputs of any filter that it takes", async () => {
    const sizes = record({
      kind: constantFrom("real", "complex"),
      up: integer({ min: 1, max: 60 }),
      down: integer({ min: 1, max: 60 }),
      taps: integer({ min: 1, max: 900 }),
      signals: integer({ min: 1, max: 3 }),
      periods: integer({ min: 1, max: 6 }),
      pages: integer({ min: 2, max: 3 }),
      long: boolean(),
    });
    const any = asyncProperty(sizes, async ({ periods, long, pages, ...rate }) => {
      pre(suitsRegisterTaps({ ...rate, taps: new Float64Array(rate.taps) }));
      const length = rate.down * periods * (long ? Math.ceil(700 / rate.down) : 1);
      const { got, expected } = await both({ ...rate, length, pages }, rate.taps);
      expect(errorDb(got, expected)).toBeLessThan(-115);
      const whole = await both({ ...rate, length: length * pages }, rate.taps);
      expect(whole.got).toEqual(got);
    });
    await assert(any, { numRuns: gpuRuns(3) });
  });

  it.each([
    [{ up: 1, down: 1, taps: new Float64Array(200) }, "got 1/1 with 200 taps"],
    [{ up: 147, down: 160, taps: new Float64Array(3202), complexTaps: true }, "got 147/160 with 3202 parts of complex"],
    [{ up: 997, down: 1009, taps: new Float64Array(997) }, "got 997/1009 with 997 taps"],
  ])("refuses a filter with too many taps per output, complex taps, or a long period: %#", async (change, message) => {
    const device = await testDevice();
    const config = {
      kind: "real",
      signals: 1,
      length: 1009 * 160,
      input: upload(device, new Float32Array(4)),
    } as const;
    await expect(createRegisterTaps(device, { ...config, ...change })).rejects.toThrow(message);
  });
});
