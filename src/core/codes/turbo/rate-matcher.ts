import { createInterleavedBits, type InterleavedBits } from "../interleaving/bits.ts";
import { frameOf } from "./frame.ts";
import { circularOrder, type RateMatching } from "./rate-matching.ts";

export interface RateMatcherConfig extends RateMatching {
  /** Frames in the page. */
  frames: number;
  /** Coded bits, u32 [frame][ceil((3K + 12)/32)], LSB first. */
  code: GPUBuffer;
}

/**
 * Picks the bits to send out of codewords: fewer for a higher rate, more for a lower one. Source: 3GPP TS 36.212, 5.1.4.1.
 *
 * @throws RangeError when `frames` or the rate matching is out of range.
 */
export async function createRateMatcher(device: GPUDevice, config: RateMatcherConfig): Promise<InterleavedBits> {
  const label = "turbo/rate-matcher";
  const { sent, frames, code } = config;
  const order = circularOrder(label, config);
  const { codedBits: length } = frameOf(label, config.length);
  return createInterleavedBits(device, { length, order, sent, frames, bits: code }, label);
}
