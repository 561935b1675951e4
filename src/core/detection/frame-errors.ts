import errorsKernel from "#shaders/detection/frame-errors.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, groupOf, rowsOf, wordsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

/** Largest number of invocations per frame. */
const MOST_LANES = 256;

export interface FrameErrorsConfig {
  /** Bits K in a frame. */
  length: number;
  /** Frames in the batch. */
  frames: number;
  /** Information bits, u32 [frame][ceil(K/32)]; unused bits are 0, as in the decisions. */
  bits: GPUBuffer;
  /** Decided bits, u32 [frame][ceil(K/32)]. */
  decisions: GPUBuffer;
}

export interface FrameErrors extends Plan {
  /** Wrong bits of each frame, u32 [frame]. */
  readonly errors: GPUBuffer;
  /** Totals of the batch, u32 [2]: wrong bits, frames with a wrong bit. */
  readonly totals: GPUBuffer;
}

/**
 * Counts the wrong information bits of each frame and their sum.
 *
 * @throws RangeError when `length` or `frames` is out of range.
 */
export async function createFrameErrors(device: GPUDevice, config: FrameErrorsConfig): Promise<FrameErrors> {
  const label = "detection/frame-errors";
  const { bits, decisions } = config;
  const words = wordsOf(checkedCount(label, "length", config.length));
  const frames = checkedCount(label, "frames", config.frames);
  const { groups, ...constants } = rowsOf(device, groupOf(device, Math.min(words, MOST_LANES)), frames);
  const memory = allocate(device);
  const errors = memory.storage("frame errors", frames * 4);
  const totals = memory.storage("error totals", 8);
  const stage = await createStage(device, {
    label,
    wgsl: [errorsKernel],
    constants,
    resources: { bits, decisions, errors, totals, params: { frames, words } },
    groups,
    memory,
  });
  return {
    ...stage,
    errors,
    totals,
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(totals);
      stage.encode(encoder, timestampWrites);
    },
  };
}
