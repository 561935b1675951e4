import bitsKernel from "#shaders/codes/interleaving/bits.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { checkedCount, rowsOf, wordsOf } from "../../gpu/rows.ts";
import { type BitOrder, checkedOrder } from "./order.ts";

export interface InterleavedBitsConfig extends BitOrder {
  /** Frames per page. */
  frames: number;
  /** u32 [frame][ceil(length/32)], LSB first. */
  bits: GPUBuffer;
}

export interface InterleavedBits extends Plan {
  /** Transmitted bits, u32 [frame][ceil(sent/32)], LSB first. */
  readonly output: GPUBuffer;
}

/**
 * Puts the bits of frames into transmission order. * @param label Name of the caller, for messages and timings.
 * @throws RangeError when `frames` or the order is out of range.
 */
export async function createInterleavedBits(
  device: GPUDevice,
  config: InterleavedBitsConfig,
  label = "interleaving/bits",
): Promise<InterleavedBits> {
  const { length, order, sent } = checkedOrder(label, config);
  const frames = checkedCount(label, "frames", config.frames);
  const words = wordsOf(sent);
  const places = new Uint32Array(32 * words);
  for (let e = 0; e < sent; e++) places[(e % 32) * words + (e >> 5)] = order[e % order.length];
  const { groups, ...shape } = rowsOf(device, words, frames);
  const constants = { ...shape, SENT: sent, WORDS: words, INPUT_WORDS: wordsOf(length) };
  const memory = allocate(device);
  const output = memory.storage("bits sent", frames * words * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [bitsKernel],
    constants,
    resources: {
      order: memory.constant("order of bits", places),
      bits: config.bits,
      output,
      params: { frames },
    },
    groups,
    memory,
  });
  return { ...stage, output };
}
