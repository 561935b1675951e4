import { packets, resamplingCase } from "./polyphase.bench.ts";
import { createTransposed } from "./transposed.ts";

export const cases = [
  packets,
  { ...packets, signals: 64 },
  { kind: "complex", up: 3, down: 16, signals: 1, length: 2 ** 23 } as const,
].map((sizes) => resamplingCase("resampling/transposed", createTransposed, sizes));
