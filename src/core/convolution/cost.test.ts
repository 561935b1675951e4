import { describe, expect, it } from "vitest";
import {
  directFlops,
  directGlobalWork,
  fftFlops,
  leastBytes,
  overlapAddWork,
  overlapSaveWork,
  transformWork,
} from "./cost.ts";
import type { ConvolutionSizes } from "./plan.ts";

const sizes: ConvolutionSizes = {
  signals: 3,
  inputStride: 100,
  origin: 0,
  outputLength: 100,
  decimation: 1,
  taps: 10,
  precursors: 4,
};

describe("convolution cost", () => {
  it("counts a product and a sum for each tap and output", () => {
    expect(directFlops(sizes)).toBe(3 * 100 * 10 * 8);
    expect(directFlops({ ...sizes, cascade: { taps: [1, 1, 1], delay: 1 } })).toBe(3 * 100 * 12 * 8);
    expect(fftFlops(1024)).toBe(51_200);
  });

  it("reads each needed sample once, and no other", () => {
    expect(leastBytes(sizes)).toBe(8 * 3 * (100 + 10 + 100));
    expect(leastBytes({ ...sizes, shared: true })).toBe(8 * (3 * 200 + 10));
    // Outputs 20, 24, 28: samples 15 to 32.
    const few = { ...sizes, origin: 20, decimation: 4, outputLength: 3 };
    expect(leastBytes(few)).toBe(8 * 3 * (18 + 10 + 3));
    expect(leastBytes({ ...sizes, origin: 500 })).toBe(8 * 3 * (10 + 100));
    expect(directGlobalWork({ ...sizes, cascade: { taps: [1, 1], delay: 0 } })).toMatchObject({
      bytes: 8 * 3 * (100 + 10 + 100) + 8 * 3 * (11 + 10),
      passes: 2,
    });
  });

  it("counts three long transforms and a product", () => {
    // 100 outputs and 10 taps: 128 points.
    expect(transformWork(sizes).flops).toBe(3 * (3 * fftFlops(128) + 6 * 128));
    expect(transformWork({ ...sizes, shared: true }).flops).toBe(3 * (2 * fftFlops(128) + 6 * 128) + fftFlops(128));
  });

  it("counts a filter's transform and two for each block", () => {
    const transform = fftFlops(2048);
    expect(overlapAddWork(sizes).flops).toBe(3 * (5 * transform + 2 * 6 * 2048));
    const long = { ...sizes, taps: 300 };
    expect(overlapSaveWork(long).flops).toBe(3 * (3 * transform + 6 * 2048));
    const every2nd = { ...long, decimation: 2, outputLength: 50 };
    expect(overlapSaveWork(every2nd).flops).toBe(3 * (2 * transform + 6 * 2048 + fftFlops(1024)));
    // Blocks overlap by 320 samples.
    expect(overlapSaveWork({ ...long, outputLength: 3456 }).groups).toBe(3 * 2);
    expect(overlapSaveWork({ ...long, outputLength: 3457 }).groups).toBe(3 * 3);
    // By 12, in blocks of 256.
    expect(overlapSaveWork({ ...sizes, outputLength: 488 })).toMatchObject({
      flops: 3 * (5 * fftFlops(256) + 2 * 6 * 256),
      groups: (3 * 2) / 8,
    });
  });
});
