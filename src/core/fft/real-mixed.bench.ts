import { createRealMixedFft } from "./real-mixed.ts";
import { realFftCase } from "./real.bench.ts";

export const cases = [1000, 2000, 2187].map((length) => realFftCase("fft/real-mixed", length, createRealMixedFft));
