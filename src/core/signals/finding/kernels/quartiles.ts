import ranked from "#shaders/signals/finding/kernels/lib/ranked.wgsl?raw";
import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import quartilesKernel from "#shaders/signals/finding/kernels/quartiles.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { QUARTILE_FRAMES } from "../lines.ts";

const GROUP = 64;

export interface QuartilesPlan extends Plan {
  /** vec2f [bin]: the lower and the upper quartile over time. */
  readonly quartiles: GPUBuffer;
}

/** @param ratios [frame][bin]. */
export async function createQuartiles(
  device: GPUDevice,
  { frames, bins, isShort, ratios }: { frames: UniformStruct; bins: number; isShort: boolean; ratios: GPUBuffer },
): Promise<QuartilesPlan> {
  const memory = allocate(device);
  const quartiles = memory.storage("quartiles", 8 * bins);
  const stage = await createStage(device, {
    label: "signals/finding/kernels/quartiles",
    wgsl: [quartilesKernel, ranked, segmentFrames],
    constants: { GROUP, BINS: bins, VALUES: QUARTILE_FRAMES, IS_SHORT: Number(isShort) },
    resources: { frames, ratios, quartiles },
    groups: bins,
    memory,
  });
  return { ...stage, quartiles };
}
