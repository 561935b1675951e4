import decisionsKernel from "#shaders/detection/hard-decisions.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, rowsOf, wordsOf } from "../gpu/rows.ts";
import type { Stage } from "../gpu/timing.ts";

export interface HardDecisionsConfig {
  /** Bits of a frame. */
  length: number;
  /** Frames in the batch. */
  frames: number;
  /** log p(1)/p(0), f32 [frame][length]. */
  llr: GPUBuffer;
}

export interface HardDecisions extends Stage {
  /** u32 [frame][ceil(length/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly decisions: GPUBuffer;
  destroy(): void;
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
  const { groups, ...shape } = rowsOf(words, frames);
  const constants = { ...shape, LENGTH: length, WORDS: words };
  const kernel = await compile(device, { label, wgsl: [decisionsKernel], constants });
  const memory = allocate(device);
  const decisions = memory.storage("decisions", frames * words * 4);
  const bound = kernel.bind({ llr: config.llr, decisions, params: { frames } });
  return {
    label,
    decisions,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
