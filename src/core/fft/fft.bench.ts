import { createFft } from "./fft.ts";
import { fftCase } from "./workgroup.bench.ts";

/** Short powers of two, and lengths beyond a workgroup of any device; some devices compute the shorter ones of these in one workgroup. */
export const cases = [
  64,
  128,
  256,
  2187,
  3125,
  5040,
  8192,
  10_000,
  14_641,
  16_384,
  30_030,
  2 ** 16,
  2 ** 18,
  1_000_000,
  2 ** 20,
  2 ** 22,
].map((length) => fftCase("fft/fft", length, createFft));
