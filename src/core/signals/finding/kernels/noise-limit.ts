import ranked from "#shaders/signals/finding/kernels/lib/ranked.wgsl?raw";
import noiseLimit from "#shaders/signals/finding/kernels/noise-limit.wgsl?raw";
import { createStage, type KernelStage } from "../../../gpu/stage.ts";
import { groupOf } from "../../../gpu/rows.ts";
import { endPartsOf, FLOOR, endBins } from "../noise-floor.ts";

const MOST_GROUP = 256;

/** The largest noise that a bin can have. @param noise [bin]. @param limit One number. */
export function createNoiseLimit(
  device: GPUDevice,
  { bins, noise, limit }: { bins: number; noise: GPUBuffer; limit: GPUBuffer },
): Promise<KernelStage> {
  const GROUP = groupOf(device, MOST_GROUP);
  const inner = endBins(bins);
  const [[outerFrom, outerTo], [innerFrom, innerTo]] = endPartsOf(bins);
  return createStage(device, {
    label: "signals/finding/kernels/noise-limit",
    wgsl: [noiseLimit, ranked],
    constants: {
      GROUP,
      BINS: bins,
      INNER: inner,
      RANK: Math.floor(FLOOR.lowQuantile * (bins - 2 * inner - 1)),
      WIDEST: FLOOR.widestRatio,
      OUTER_FROM: outerFrom,
      OUTER_TO: outerTo,
      INNER_FROM: innerFrom,
      INNER_TO: innerTo,
      END_RATIO: FLOOR.endRatio,
      MIDDLE_RATIO: FLOOR.middleRatio,
    },
    resources: { noise, limit },
    groups: 1,
  });
}
