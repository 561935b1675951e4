import earlierFramesKernel from "#shaders/blocks/receivers/earlier-frames.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../../wifi/frame/symbol.ts";
import { type FrameTable, STATUSES } from "../../wifi/frame-table.ts";

const GROUP = 64;

export interface EarlierFramesConfig extends Pick<FrameTable, "frames" | "counts"> {
  /** Most frames. */
  capacity: number;
  /** Sample at which the page begins, after the samples of earlier pages. */
  begin: number;
}

/** Refuses the frames of a table that earlier pages have given: those that ended before the page began. */
export async function createEarlierFrames(
  device: GPUDevice,
  { frames, counts, capacity, begin }: EarlierFramesConfig,
): Promise<Plan> {
  const label = "blocks/receivers/earlier-frames";
  const constants = {
    GROUP,
    DATA: PREAMBLE_SAMPLES + SYMBOL_SAMPLES,
    SYMBOL: SYMBOL_SAMPLES,
    BEGIN: begin,
    REFUSED: STATUSES.indexOf("no room"),
  };
  const groups = Math.ceil(capacity / GROUP);
  return createStage(device, {
    label,
    wgsl: [earlierFramesKernel, wifiFrame],
    constants,
    resources: { counts, frames },
    groups,
  });
}
