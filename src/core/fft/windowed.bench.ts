import { createWindowedFft } from "./windowed.ts";
import { fftCase } from "./workgroup.bench.ts";

export const cases = [1024, 10_000].map((length) => fftCase("fft/windowed", length, createWindowedFft));
