import segmentsKernel from "#shaders/adaptive/block/segments.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";
import type { BlockCover } from "./estimates.ts";

export interface BlockSegments extends Plan {
  /** Complex f32, [packet][block][N]. */
  readonly segments: GPUBuffer;
}

const GROUP = 64;

/** Creates the overlapping blocks of a batch's samples. */
export async function createBlockSegments(
  device: GPUDevice,
  { packets, guard, received }: Pick<ReceivedBatch, "packets" | "guard" | "received">,
  { length, drop, blocks, last }: BlockCover,
): Promise<BlockSegments> {
  const points = length * blocks;
  const memory = allocate(device);
  const segments = memory.storage("overlapping blocks", 8 * points * packets);
  const stage = await createStage(device, {
    label: "adaptive/segments",
    wgsl: [segmentsKernel],
    constants: { GROUP, LENGTH: length, HOP: length - 2 * drop, DROP: drop },
    resources: { received, segments, params: { packets, points, guard, last } },
    groups: [Math.ceil(points / GROUP), packets],
    memory,
  });
  return { ...stage, segments };
}
