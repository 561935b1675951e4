import blockOffsetsKernel from "#shaders/signals/decoders/mode-s/block-offsets.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { groupOf } from "../../../gpu/rows.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { OFFSET_BLOCK, OFFSET_SAMPLES } from "./envelope.ts";
import { RAW_SAMPLE, type RawPage } from "../../../capture/raw-page.ts";
import { RAW_FORMATS } from "../../../capture/raw-samples.ts";

export interface BlockOffsets extends Plan {
  /** vec2f [block]: the medians of I and Q. */
  readonly offsets: GPUBuffer;
}

/** A page whose `blocks` blocks begin after `reach` samples. */
export interface PageOfBlocks extends Pick<RawPage, "format" | "raw" | "page"> {
  blocks: number;
  reach: number;
}

/** Values of a byte: the most invocations per workgroup. */
const BYTES = 256;

/** The offset of each block of a page: what float64 subtracts, exactly. */
export async function createBlockOffsets(
  device: GPUDevice,
  { format, raw, page, blocks, reach }: PageOfBlocks,
): Promise<BlockOffsets> {
  const memory = allocate(device);
  const offsets = memory.storage("offsets", 8 * blocks);
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/block-offsets",
    wgsl: [blockOffsetsKernel, ...RAW_SAMPLE, prefixSum],
    constants: {
      GROUP: groupOf(device, BYTES),
      BLOCK: OFFSET_BLOCK,
      REACH: reach,
      VALUES: OFFSET_SAMPLES,
      FORMAT: RAW_FORMATS.indexOf(format),
    },
    resources: { raw, page, offsets },
    groups: blocks,
    memory,
  });
  return { ...stage, offsets };
}
