import { resamplingCase } from "./polyphase.bench.ts";
import { createRegisterTaps } from "./register-taps.ts";

export const cases = [
  { kind: "real", up: 4, down: 1, signals: 1, length: 2 ** 23 } as const,
  { kind: "real", up: 2, down: 1, signals: 1, length: 2 ** 23 } as const,
  { kind: "real", up: 7, down: 5, signals: 1, length: 5 * 2 ** 21 } as const,
].map((sizes) => resamplingCase("resampling/register-taps", createRegisterTaps, sizes));
