import { createDeinterleavedLlrs, type DeinterleavedLlrs } from "../interleaving/llrs.ts";
import { frameOf } from "./frame.ts";
import { circularOrder, type RateMatching } from "./rate-matching.ts";

export interface RateDematcherConfig extends RateMatching {
  /** Frames in the page. */
  frames: number;
  /** LLRs of the bits sent, f32 [frame][E]. */
  llr: GPUBuffer;
  /** LLRs f32 [frame][3K + 12] of earlier transmissions of the same frames; these are added to them, in place. */
  combined?: GPUBuffer;
}

/**
 * LLRs of the coded bits, f32 [frame][3K + 12], where a rate matcher of the same configuration took the bits from; a bit's
 * repetitions are summed up, and a bit that was never sent has 0.
 *
 * @throws RangeError when `frames` or the rate matching is out of range.
 */
export async function createRateDematcher(device: GPUDevice, config: RateDematcherConfig): Promise<DeinterleavedLlrs> {
  const label = "turbo/rate-dematcher";
  const { sent, frames, llr, combined } = config;
  const order = circularOrder(label, config);
  const { codedBits: length } = frameOf(label, config.length);
  return createDeinterleavedLlrs(device, { length, order, sent, frames, llr, combined }, label);
}
