import dematcherKernel from "#shaders/turbo/rate-dematcher.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";
import { checkedFrames, frameOf, rowsOf } from "./frame.ts";
import { circularOrder, type RateMatching } from "./rate-matching.ts";

export interface RateDematcherConfig extends RateMatching {
  /** Frames in the page. */
  frames: number;
  /** LLRs of the bits sent, f32 [frame][E]. */
  llr: GPUBuffer;
  /** LLRs f32 [frame][3K + 12] of earlier transmissions of the same frames; these are added to them, in place. */
  combined?: GPUBuffer;
}

export interface RateDematcher extends Stage {
  /** LLRs of the coded bits, f32 [frame][3K + 12]: `combined` where it was given. 0 for a bit that was never sent. */
  readonly llr: GPUBuffer;
  destroy(): void;
}

const NEVER = 0xffffffff;

/**
 * Puts LLRs back where a rate matcher of the same configuration took the bits from; a bit's repetitions are summed up.
 *
 * @throws RangeError when `frames` or the rate matching is out of range.
 */
export async function createRateDematcher(device: GPUDevice, config: RateDematcherConfig): Promise<RateDematcher> {
  const label = "turbo/rate-dematcher";
  const { sent, combined } = config;
  const once = circularOrder(label, config);
  const frames = checkedFrames(label, config.frames);
  const { codedBits } = frameOf(label, config.length);
  const first = new Uint32Array(codedBits).fill(NEVER);
  for (const [e, c] of once.entries()) first[c] = e;
  const { groups, ...shape } = rowsOf(codedBits, frames);
  const round = { SENT: sent, CODED: codedBits, PERIOD: once.length, COMBINED: Number(combined !== undefined) };
  const kernel = await compile(device, { label, wgsl: [dematcherKernel], constants: { ...shape, ...round } });
  const memory = allocate(device);
  const llr = combined ?? memory.storage("coded LLRs", frames * codedBits * 4);
  const bound = kernel.bind({
    first: memory.constant("first repetitions", first),
    received: config.llr,
    llr,
    params: { frames },
  });
  return {
    label,
    llr,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
