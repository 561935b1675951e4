import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import runningMedian from "#shaders/signals/finding/kernels/running-median.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";

const GROUP = 64;

/** Medians of the values within `reach`. @param count Values; undefined: one per frame, of `most`. */
export function createRunningMedian(
  device: GPUDevice,
  {
    frames,
    values,
    medians,
    reach,
    count,
    most,
  }: { frames: UniformStruct; values: GPUBuffer; medians: GPUBuffer; reach: number; count?: number; most: number },
): Promise<KernelStage> {
  return createStage(device, {
    label: "signals/finding/kernels/running-median",
    wgsl: [runningMedian, segmentFrames],
    constants: { GROUP, REACH: reach, COUNT: count ?? 0 },
    resources: { frames, values, medians },
    groups: Math.ceil((count ?? most) / GROUP),
  });
}
