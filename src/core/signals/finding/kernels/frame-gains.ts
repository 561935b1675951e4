import frameGains from "#shaders/signals/finding/kernels/frame-gains.wgsl?raw";
import noiseMean from "#shaders/signals/finding/kernels/lib/noise-mean.wgsl?raw";
import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";
import { binsPerGroup, correctionOf, NOISE_MEAN } from "../noise-floor.ts";
import { independentCells, type Resolution } from "../resolution.ts";
import type { FloorConfig } from "./power-sums.ts";

/** Invocations of a workgroup that sorts some hundred values. */
const GROUP = 64;

/** Returns the constants of `lib/noise-mean`. @param cells Independent cells of a value. @param count Most values. */
export function noiseMeanConstants(cells: number, count: number) {
  const { least, low } = correctionOf(cells);
  return {
    GROUP,
    ROOM: 2 ** Math.ceil(Math.log2(count)),
    STEPS: NOISE_MEAN.steps,
    LEAST: NOISE_MEAN.leastShare,
    LEAST_QUANTILE: least,
    LOW: NOISE_MEAN.quantile,
    LOW_QUANTILE: low,
    OUTLIER: NOISE_MEAN.outlier,
  };
}

/** The gain of each frame. @param config `isFirst`: the shape is 1. */
export function createFrameGains(
  device: GPUDevice,
  {
    frames,
    most,
    bins,
    resolution,
    isFirst,
    groups,
    shape,
    least,
    gain,
  }: FloorConfig & {
    resolution: Resolution;
    isFirst: boolean;
    /** [frame][group], [bin], one number and [frame]. */
    groups: GPUBuffer;
    shape: GPUBuffer;
    least: GPUBuffer;
    gain: GPUBuffer;
  },
): Promise<KernelStage> {
  const grouped = binsPerGroup(bins);
  return createStage(device, {
    label: "signals/finding/kernels/frame-gains",
    wgsl: [frameGains, noiseMean, segmentFrames],
    constants: {
      ...noiseMeanConstants(independentCells(resolution, 1, grouped), bins / grouped),
      BINS: bins,
      GROUPED: grouped,
      IS_FIRST: Number(isFirst),
    },
    resources: { frames, groups, shape, least, gain },
    groups: most,
  });
}
