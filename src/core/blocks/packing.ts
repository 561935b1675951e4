import packingKernel from "#shaders/blocks/packing.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { gridOf, wordsOf } from "../gpu/rows.ts";
import type { Stage } from "../gpu/timing.ts";

const GROUP = 256;

export interface PackingConfig {
  /** Bits, one per word, u32 [row][length]. */
  bits: GPUBuffer;
  rows: number;
  length: number;
}

export interface Packing extends Stage {
  /** u32 [row][ceil(length/32)], LSB first; the unused bits of a row's last word are 0. */
  readonly words: GPUBuffer;
  destroy(): void;
}

/** Packs bits from the form of graphs into the form of codes. */
export async function createPacking(device: GPUDevice, { bits, rows, length }: PackingConfig): Promise<Packing> {
  const label = "blocks/packing";
  const kernel = await compile(device, { label, wgsl: [packingKernel], constants: { GROUP } });
  const memory = allocate(device);
  const words = memory.storage("packed bits", 4 * rows * wordsOf(length));
  const bound = kernel.bind({ bits, words, params: { rows, length } });
  const groups = gridOf(device, Math.ceil((rows * wordsOf(length)) / GROUP));
  return {
    label,
    words,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
