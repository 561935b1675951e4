import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import powerSums from "#shaders/signals/finding/kernels/power-sums.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { binsPerGroup, FLOOR } from "../noise-floor.ts";

/** Least invocations and bins per workgroup, unless there are fewer bins. */
const GROUP = 128;

/** What the kernels of a noise floor share. */
export interface FloorConfig {
  /** Numbers of frames of a segment. */
  frames: UniformStruct;
  /** Most frames, and bins of a frame. */
  most: number;
  bins: number;
}

export interface PowerSums extends Plan {
  /** float32 [frame][group] and [block][bin]: mean powers. */
  readonly groups: GPUBuffer;
  readonly blocks: GPUBuffer;
}

/** @param powers [frame][bin]. */
export async function createPowerSums(
  device: GPUDevice,
  { frames, most, bins, powers }: FloorConfig & { powers: GPUBuffer },
): Promise<PowerSums> {
  const memory = allocate(device);
  const grouped = binsPerGroup(bins);
  const count = Math.ceil(most / FLOOR.shapeFrames);
  const groups = memory.storage("powers of groups", (4 * most * bins) / grouped);
  const blocks = memory.storage("powers of blocks", 4 * count * bins);
  const group = Math.min(Math.max(GROUP, grouped), bins);
  const stage = await createStage(device, {
    label: "signals/finding/kernels/power-sums",
    wgsl: [powerSums, segmentFrames],
    constants: { GROUP: group, BINS: bins, GROUPED: grouped, BLOCK: FLOOR.shapeFrames },
    resources: { frames, powers, groups, blocks },
    groups: [bins / group, count],
    memory,
  });
  return { ...stage, groups, blocks };
}
