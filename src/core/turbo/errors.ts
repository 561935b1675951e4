import errorsKernel from "#shaders/turbo/errors.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";
import { checkedFrames, frameOf, rowsOf } from "./frame.ts";

export interface TurboErrorsConfig {
  /** Information bits K in a frame: one of the 188 lengths. */
  length: number;
  /** Frames in the page. */
  frames: number;
  /** Information bits, u32 [frame][ceil(K/32)]; unused bits 0, as in the decisions. */
  bits: GPUBuffer;
  /** Decided bits, u32 [frame][ceil(K/32)]. */
  decisions: GPUBuffer;
}

export interface TurboErrors extends Stage {
  /** Wrong bits of each frame, u32 [frame]. */
  readonly errors: GPUBuffer;
  /** Of the whole page, u32 [2]: wrong bits, frames with any. */
  readonly totals: GPUBuffer;
  destroy(): void;
}

/**
 * Counts wrong information bits frame by frame and sums them up.
 *
 * @throws RangeError when `length` or `frames` is out of range.
 */
export async function createTurboErrors(device: GPUDevice, config: TurboErrorsConfig): Promise<TurboErrors> {
  const label = "turbo/errors";
  const { bits, decisions } = config;
  const { bitWords } = frameOf(label, config.length);
  const frames = checkedFrames(label, config.frames);
  const { groups, ...constants } = rowsOf(bitWords, frames);
  const kernel = await compile(device, { label, wgsl: [errorsKernel], constants });
  const memory = allocate(device);
  const errors = memory.storage("frame errors", frames * 4);
  const totals = memory.storage("error totals", 8);
  const bound = kernel.bind({ bits, decisions, errors, totals, params: { frames } });
  return {
    label,
    errors,
    totals,
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(totals);
      bound.encode(encoder, groups, timestampWrites);
    },
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
