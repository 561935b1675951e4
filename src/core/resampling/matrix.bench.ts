import { createMatrix } from "./matrix.ts";
import { packets, resamplingCase } from "./polyphase.bench.ts";

export const cases = [
  packets,
  { ...packets, signals: 64 },
  { kind: "complex", up: 3, down: 16, signals: 1, length: 2 ** 23 } as const,
  { kind: "real", up: 1, down: 10, signals: 1, length: 10 * 2 ** 21 } as const,
  { kind: "real", up: 160, down: 147, signals: 1, length: 147 * 2 ** 17 } as const,
  { kind: "real", up: 147, down: 160, signals: 1, length: 160 * 2 ** 17 } as const,
].map((sizes) => resamplingCase("resampling/matrix", createMatrix, sizes));
