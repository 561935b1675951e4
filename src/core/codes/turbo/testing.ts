import { createInterleavedBits, type InterleavedBits } from "../interleaving/bits.ts";
import { createDeinterleavedLlrs, type DeinterleavedLlrs } from "../interleaving/llrs.ts";
import { frameOf } from "./frame.ts";
import { circularOrder, type RateMatching } from "./rate-matching.ts";

/** Picks the bits to send out of codewords. `code` is u32 [frame][ceil((3K + 12)/32)]. */
export async function createRateMatcher(
  device: GPUDevice,
  config: RateMatching & { frames: number; code: GPUBuffer },
): Promise<InterleavedBits> {
  const { sent, frames, code } = config;
  const label = "turbo/rate-matcher";
  const order = circularOrder(label, config);
  const { codedBits: length } = frameOf(label, config.length);
  return createInterleavedBits(device, { length, order, sent, frames, bits: code }, label);
}

/** LLRs of the coded bits, f32 [frame][3K + 12], from LLRs of the bits sent, f32 [frame][E]. */
export async function createRateDematcher(
  device: GPUDevice,
  config: RateMatching & { frames: number; llr: GPUBuffer; combined?: GPUBuffer },
): Promise<DeinterleavedLlrs> {
  const { sent, frames, llr, combined } = config;
  const label = "turbo/rate-dematcher";
  const order = circularOrder(label, config);
  const { codedBits: length } = frameOf(label, config.length);
  return createDeinterleavedLlrs(device, { length, order, sent, frames, llr, combined }, label);
}
