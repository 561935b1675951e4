import scaledCountKernel from "#shaders/flow/build/scaled-count.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";

export interface ScaledCountConfig {
  /** u32 at offset 0: a number of items, a multiple of `down`. */
  count: GPUBuffer;
  up: number;
  down: number;
}

/** Finds the number of items that a block gives for items whose number the GPU decides. */
export interface ScaledCount extends Plan {
  /** u32: count · up / down. */
  readonly output: GPUBuffer;
}

export async function createScaledCount(
  device: GPUDevice,
  { count, up, down }: ScaledCountConfig,
): Promise<ScaledCount> {
  const label = "flow/scaled-count";
  const memory = allocate(device);
  const output = memory.storage(label, 4);
  const stage = await createStage(device, {
    label,
    wgsl: [scaledCountKernel],
    constants: { UP: up, DOWN: down },
    resources: { x: count, y: output },
    groups: 1,
    memory,
  });
  return { ...stage, output };
}
