import recentKernel from "#shaders/blocks/recent.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { fill } from "../gpu/submit.ts";
import type { Stage } from "../gpu/timing.ts";

export interface RecentConfig {
  /** The page's items, and u32 at offset 0: their number. */
  page: GPUBuffer;
  count: GPUBuffer;
  /** 32-bit words per item. */
  words: number;
  /** Items to keep, one or more. */
  keep: number;
}

/** The last items of all pages so far, where the GPU may decide the number of items in a page. */
export interface Recent extends Stage {
  /** [keep] items, the newest last; zeros at first. */
  readonly buffer: GPUBuffer;
  reset(): void;
  destroy(): void;
}

/** Call `encode` after all reads of `buffer`. */
export async function createRecent(device: GPUDevice, { page, count, words, keep }: RecentConfig): Promise<Recent> {
  const label = "blocks/recent";
  const memory = allocate(device);
  const buffer = memory.storage("recent items", 4 * keep * words);
  const GROUP = keep * words <= 64 ? 64 : 256;
  const kernel = await compile(device, {
    label,
    wgsl: [recentKernel],
    constants: { GROUP, WORDS: words, KEEP: keep * words },
  });
  const bound = kernel.bind({ count, page, recent: buffer });
  const reset = () => {
    const encoder = device.createCommandEncoder({ label });
    encoder.clearBuffer(buffer);
    fill(device, encoder, [buffer]);
  };
  reset();
  return {
    label,
    buffer,
    reset,
    encode: (encoder, timestampWrites) => bound.encode(encoder, 1, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
