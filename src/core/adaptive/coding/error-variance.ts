import decision from "#shaders/adaptive/lib/decision.wgsl?raw";
import errorVarianceKernel from "#shaders/adaptive/coding/error-variance.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { PACKET_LANES } from "./places.ts";

export interface ErrorVarianceConfig
  extends Pick<ReceivedBatch, "packets" | "symbols">, Pick<EqualizedBatch, "estimates"> {
  /** T: symbols before the data. */
  training: number;
  decisions: DecisionTables;
  /** f32 [packet] or [1]: estimates are divided by it. */
  scales: GPUBuffer;
  hasOwnScales: boolean;
}

export interface ErrorVariance extends Plan {
  /** Mean |z/scale − decision|², f32 [packet]. */
  readonly variances: GPUBuffer;
}

/**
 * Creates the measurement of an equalizer's error variance from its own decisions, as a receiver does that does not know the channel. Wrong
 * decisions make it too small.
 */
export async function createErrorVariance(device: GPUDevice, config: ErrorVarianceConfig): Promise<ErrorVariance> {
  const { packets, symbols, training, estimates, decisions, scales, hasOwnScales } = config;
  const memory = allocate(device);
  const variances = memory.storage("error variances", 4 * packets);
  const stage = await createStage(device, {
    label: "adaptive/error-variance",
    wgsl: [errorVarianceKernel, decision],
    constants: { GROUP: PACKET_LANES, OWN: Number(hasOwnScales), ...decisions.constants },
    resources: { estimates, scales, variances, params: { packets, symbols, training } },
    groups: [Math.ceil(packets / PACKET_LANES), 1],
    memory,
  });
  return { ...stage, variances };
}
