import ranked from "#shaders/signals/finding/kernels/lib/ranked.wgsl?raw";
import slowShape from "#shaders/signals/finding/kernels/slow-shape.wgsl?raw";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";
import { FLOOR, neighbourhoodOf } from "../noise-floor.ts";

const GROUP = 64;

/** The noise of each bin without signals that last. @param noise [bin]. @param limit One number. @param shape [bin]. */
export function createSlowShape(
  device: GPUDevice,
  { bins, noise, limit, shape }: { bins: number; noise: GPUBuffer; limit: GPUBuffer; shape: GPUBuffer },
): Promise<KernelStage> {
  const { reach, from, to } = neighbourhoodOf(bins);
  return createStage(device, {
    label: "signals/finding/kernels/slow-shape",
    wgsl: [slowShape, ranked],
    constants: {
      GROUP,
      BINS: bins,
      REACH: reach,
      FROM: from,
      TO: to,
      QUANTILE: FLOOR.slowQuantile,
      FACTOR: FLOOR.slowFactor,
    },
    resources: { noise, limit, shape },
    groups: bins,
  });
}
