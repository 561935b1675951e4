import type { LatencyCase } from "../../gpu/bench.ts";
import type { DetectorName } from "../registry.ts";
import { MIMO, type MimoExperiment, sizesOf } from "./experiment.ts";
import { openVector } from "./latency.ts";

const vectors: readonly (readonly [DetectorName, antennas: number, MimoExperiment["qam"]])[] = [
  ["mmse", 4, "16"],
  ["mtt", 4, "16"],
  ["mtt", 4, "64"],
];

export const latencies: LatencyCase[] = vectors.map(([detector, antennas, qam]) => ({
  name: `mimo/latency one vector, ${detector}, ${antennas} × ${antennas}, ${qam}-QAM`,
  open: (gpu) => openVector(gpu, { sizes: sizesOf({ ...MIMO.defaults, antennas, qam }), detector, snrDb: 20, seed: 1 }),
}));
