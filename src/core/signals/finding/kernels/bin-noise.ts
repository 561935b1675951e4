import binNoise from "#shaders/signals/finding/kernels/bin-noise.wgsl?raw";
import noiseMean from "#shaders/signals/finding/kernels/lib/noise-mean.wgsl?raw";
import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";
import { FLOOR } from "../noise-floor.ts";
import { independentCells, type Resolution } from "../resolution.ts";
import { noiseMeanConstants } from "./frame-gains.ts";
import type { FloorConfig } from "./power-sums.ts";

/** The noise of each bin, from blocks over their gains. */
export function createBinNoise(
  device: GPUDevice,
  {
    frames,
    most,
    bins,
    resolution,
    blocks,
    gain,
    least,
    noise,
  }: FloorConfig & {
    resolution: Resolution;
    /** [block][bin], [frame], one number and [bin]. */
    blocks: GPUBuffer;
    gain: GPUBuffer;
    least: GPUBuffer;
    noise: GPUBuffer;
  },
): Promise<KernelStage> {
  const cells = independentCells(resolution, FLOOR.shapeFrames, FLOOR.shapeBins);
  return createStage(device, {
    label: "signals/finding/kernels/bin-noise",
    wgsl: [binNoise, noiseMean, segmentFrames],
    constants: { ...noiseMeanConstants(cells, most / FLOOR.shapeFrames), BINS: bins, BLOCK: FLOOR.shapeFrames },
    resources: { frames, blocks, gain, least, noise },
    groups: bins,
  });
}
