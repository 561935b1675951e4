import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../gpu/testing.ts";
import { cpuConvolutions } from "./cpu.ts";
import { convolveBatch } from "./direct-global.reference.ts";
import type { ConvolutionSizes } from "./plan.ts";

const plain: ConvolutionSizes = {
  signals: 1,
  inputStride: 500,
  origin: 0,
  outputLength: 500,
  decimation: 1,
  taps: 1,
  precursors: 0,
};

describe.each(Object.entries(cpuConvolutions))("convolution/%s", (_, { create }) => {
  it.each<[string, Partial<ConvolutionSizes>]>([
    ["1 tap", {}],
    ["one sample", { inputStride: 1, outputLength: 1 }],
    ["186 taps, own filters", { signals: 3, taps: 186, precursors: 60, inputStride: 1999, outputLength: 1999 }],
    ["a signal shorter than its filter", { signals: 2, inputStride: 50, taps: 186, precursors: 60 }],
    [
      "one filter for all, every third sample",
      { signals: 2, taps: 37, shared: true, decimation: 3, outputLength: 150 },
    ],
    ["two filters in series", { signals: 2, taps: 7, precursors: 2, cascade: { taps: [0.5, 1, 2, -1], delay: 1 } }],
    ["an origin before the row", { origin: -77, taps: 41, precursors: 40 }],
  ])("is right for %s", async (_, change) => {
    const sizes = { ...plain, ...change };
    const { signals, inputStride, outputLength, taps, shared } = sizes;
    const x = testNormals(1, 2 * signals * inputStride);
    const c = testNormals(2, 2 * (shared ? 1 : signals) * taps);
    const y = new Float32Array(2 * signals * outputLength).fill(Number.NaN);
    const plan = await create(sizes);
    plan.run(Float32Array.from(x), Float32Array.from(c), y);
    plan.destroy();
    expect(errorDb(y, convolveBatch(sizes, x, c))).toBeLessThan(-125);
  });
});
