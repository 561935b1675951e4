import type { LatencyCase } from "../../gpu/bench.ts";
import { openBlock } from "./latency.ts";

export const latencies: LatencyCase[] = [
  { name: "convolution/latency one block, 186 taps", open: (gpu) => openBlock(gpu, { filter: 186, seed: 1 }) },
];
