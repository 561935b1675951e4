import { createBluestein, rowOf } from "./bluestein.ts";
import { fftCase } from "./workgroup.bench.ts";

export const cases = [97, 1009, 8191, 10_007].map((length) =>
  fftCase("fft/bluestein", length, createBluestein, rowOf(length)),
);
