import { iirCase } from "./parallel.bench.ts";

export const cases = [
  iirCase("block-convolution", { type: "butterworth", order: 8, cutoff: 0.1 }),
  iirCase("block-convolution", { type: "elliptic", order: 16, cutoff: 0.1, ripple: 1, attenuation: 80 }),
];
