import scaledCountKernel from "#shaders/flow/build/scaled-count.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Stage } from "../../gpu/timing.ts";

export interface ScaledCountConfig {
  /** u32 at offset 0: a number of items, a multiple of `down`. */
  count: GPUBuffer;
  up: number;
  down: number;
}

/** Finds the number of items that a block gives for items whose number the GPU decides. */
export interface ScaledCount extends Stage {
  /** u32: count · up / down. */
  readonly output: GPUBuffer;
  destroy(): void;
}

export async function createScaledCount(
  device: GPUDevice,
  { count, up, down }: ScaledCountConfig,
): Promise<ScaledCount> {
  const label = "flow/scaled-count";
  const kernel = await compile(device, { label, wgsl: [scaledCountKernel], constants: { UP: up, DOWN: down } });
  const memory = allocate(device);
  const output = memory.storage(label, 4);
  const bound = kernel.bind({ x: count, y: output });
  return {
    label,
    output,
    encode: (encoder, timestampWrites) => bound.encode(encoder, 1, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
