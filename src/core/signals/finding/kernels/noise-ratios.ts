import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import noiseRatios from "#shaders/signals/finding/kernels/noise-ratios.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";
import { STEP_RATIO, STEP_REACH } from "../grids.ts";

const [GROUP, ROWS] = [128, 16];

export interface NoiseRatiosConfig {
  /** Numbers of frames of a segment. */
  frames: UniformStruct;
  /** Most frames of the grid, its bins, and the long grid's bins per bin. */
  most: number;
  bins: number;
  grouped: number;
  isReal: boolean;
  /** Of the long grid: [frame] and [bin]. */
  gain: GPUBuffer;
  shape: GPUBuffer;
  /** [frame][bin], replaced by the ratios. */
  powers: GPUBuffer;
}

/** Divides the powers of a grid by the noise, in place. */
export function createNoiseRatios(
  device: GPUDevice,
  { frames, most, bins, grouped, isReal, gain, shape, powers }: NoiseRatiosConfig,
): Promise<KernelStage> {
  return createStage(device, {
    label: "signals/finding/kernels/noise-ratios",
    wgsl: [noiseRatios, segmentFrames],
    constants: {
      GROUP,
      ROWS,
      BINS: bins,
      GROUPED: grouped,
      REACH: STEP_REACH,
      STEP: STEP_RATIO,
      IS_REAL: Number(isReal),
    },
    resources: { frames, gain, shape, powers },
    groups: Math.ceil(most / ROWS),
  });
}
