import leastNoise from "#shaders/signals/finding/kernels/least-noise.wgsl?raw";
import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";
import { groupOf } from "../../../gpu/rows.ts";
import { binsPerGroup, FLOOR } from "../noise-floor.ts";

const MOST_GROUP = 256;

/** The least noise of a segment, from its strongest group of bins. @param groups [frame][group]. @param least One number. */
export function createLeastNoise(
  device: GPUDevice,
  { frames, bins, groups, least }: { frames: UniformStruct; bins: number; groups: GPUBuffer; least: GPUBuffer },
): Promise<KernelStage> {
  const GROUP = groupOf(device, MOST_GROUP);
  return createStage(device, {
    label: "signals/finding/kernels/least-noise",
    wgsl: [leastNoise, segmentFrames],
    constants: { GROUP, GROUPS: bins / binsPerGroup(bins), SHARE: FLOOR.leastNoise },
    resources: { frames, groups, least },
    groups: 1,
  });
}
