import llrPackingKernel from "#shaders/codes/convolutional/llr-packing.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, gridOf } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";

export interface LlrPackingConfig {
  /** log p(1)/p(0), f32. NaN counts as 0. */
  llr: GPUBuffer;
  /** Number of LLRs, a multiple of 8. */
  length: number;
  /** LLR of the integer 1, above 0. The largest magnitude is 7 steps. */
  step: number;
}

export interface LlrPacking extends Plan {
  /** Integers from −7 to 7, u32 [length/8]: four bits each, two's complement, from bit 0 on. */
  readonly packed: GPUBuffer;
}

/** Invocations per workgroup. */
const GROUP = 64;

/**
 * Rounds LLRs to 4-bit integers, for `createPackedViterbiStreamDecoder`.
 *
 * @throws RangeError when `length` or `step` is out of range.
 */
export async function createLlrPacking(device: GPUDevice, config: LlrPackingConfig): Promise<LlrPacking> {
  const label = "convolutional/llr-packing";
  const { llr, step } = config;
  const length = checkedCount(label, "length", config.length);
  if (length % 8) throw new RangeError(`${label}: length must be a multiple of 8, got ${length}`);
  if (!(step > 0 && step < Infinity)) throw new RangeError(`${label}: step must be a number above 0, got ${step}`);
  const words = length / 8;
  const memory = allocate(device);
  const packed = memory.storage("4-bit LLRs", 4 * words);
  const stage = await createStage(device, {
    label,
    wgsl: [llrPackingKernel],
    constants: { GROUP },
    resources: { llr, packed, params: { words, scale: 1 / step } },
    groups: gridOf(device, Math.ceil(words / GROUP)),
    memory,
  });
  return { ...stage, packed };
}
