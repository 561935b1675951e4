import { createDecimatingFir } from "./decimating.ts";
import { firCase } from "./direct.bench.ts";

export const cases = (
  [
    { kind: "real", taps: 64, decimation: 8 },
    { kind: "complex", taps: 64, decimation: 8 },
    { kind: "real", taps: 201, decimation: 16 },
  ] as const
).map((filter) => firCase("decimating", createDecimatingFir, filter));
