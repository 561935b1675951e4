import { createMixedFft } from "./mixed.ts";
import { fftCase } from "./workgroup.bench.ts";

export const cases = [60, 1000, 1001, 1536, 2000].map((length) => fftCase("fft/mixed", length, createMixedFft));
