import matcherKernel from "#shaders/turbo/rate-matcher.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";
import { checkedFrames, frameOf, rowsOf, wordsOf } from "./frame.ts";
import { circularOrder, type RateMatching } from "./rate-matching.ts";

export interface RateMatcherConfig extends RateMatching {
  /** Frames in the page. */
  frames: number;
  /** Coded bits, u32 [frame][ceil((3K + 12)/32)], LSB first. */
  code: GPUBuffer;
}

export interface RateMatcher extends Stage {
  /** Bits sent, u32 [frame][ceil(E/32)], LSB first. */
  readonly output: GPUBuffer;
  destroy(): void;
}

/**
 * Picks the bits to send out of codewords: fewer for a higher rate, more for a lower one. Source: 3GPP TS 36.212, 5.1.4.1.
 *
 * @throws RangeError when `frames` or the rate matching is out of range.
 */
export async function createRateMatcher(device: GPUDevice, config: RateMatcherConfig): Promise<RateMatcher> {
  const label = "turbo/rate-matcher";
  const { sent, code } = config;
  const once = circularOrder(label, config);
  const frames = checkedFrames(label, config.frames);
  const words = wordsOf(sent);
  const order = new Uint32Array(32 * words);
  for (let e = 0; e < sent; e++) order[(e % 32) * words + (e >> 5)] = once[e % once.length];
  const { groups, ...shape } = rowsOf(words, frames);
  const codeWords = wordsOf(frameOf(label, config.length).codedBits);
  const constants = { ...shape, SENT: sent, WORDS: words, CODE_WORDS: codeWords };
  const kernel = await compile(device, { label, wgsl: [matcherKernel], constants });
  const memory = allocate(device);
  const output = memory.storage("bits sent", frames * words * 4);
  const bound = kernel.bind({ order: memory.constant("order of bits", order), code, output, params: { frames } });
  return {
    label,
    output,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
