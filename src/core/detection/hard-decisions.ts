import decisionsKernel from "#shaders/detection/hard-decisions.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, rowsOf, wordsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

export interface HardDecisionsConfig {
  /** Bits of a frame. */
  length: number;
  /** Frames in the batch. */
  frames: number;
  /** log p(1)/p(0), f32 [frame][length]. */
  llr: GPUBuffer;
}

export interface HardDecisions extends Plan {
  /** u32 [frame][ceil(length/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly decisions: GPUBuffer;
}

/**
 * Decides bits by the signs of their LLRs: 1 above 0, otherwise 0, also for NaN.
 *
 * @throws RangeError when `length` or `frames` is out of range.
 */
export async function createHardDecisions(device: GPUDevice, config: HardDecisionsConfig): Promise<HardDecisions> {
  const label = "detection/hard-decisions";
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const words = wordsOf(length);
  const { groups, ...shape } = rowsOf(device, words, frames);
  const constants = { ...shape, LENGTH: length, WORDS: words };
  const memory = allocate(device);
  const decisions = memory.storage("decisions", frames * words * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [decisionsKernel],
    constants,
    resources: { llr: config.llr, decisions, params: { frames } },
    groups,
    memory,
  });
  return { ...stage, decisions };
}
