import packingKernel from "#shaders/blocks/packing.wgsl?raw";
import { allocate } from "../gpu/pool.ts";
import { wordsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { createKernelStage } from "./kernel-stage.ts";

export interface PackingConfig {
  /** Bits, one per word, u32 [row][length]. */
  bits: GPUBuffer;
  rows: number;
  length: number;
}

export interface Packing extends Plan {
  /** u32 [row][ceil(length/32)], LSB first; the unused bits of a row's last word are 0. */
  readonly words: GPUBuffer;
}

/** Packs bits from the form of graphs into the form of codes. */
export async function createPacking(device: GPUDevice, { bits, rows, length }: PackingConfig): Promise<Packing> {
  const memory = allocate(device);
  const words = memory.storage("packed bits", 4 * rows * wordsOf(length));
  const stage = await createKernelStage(device, {
    label: "blocks/packing",
    wgsl: [packingKernel],
    resources: { bits, words, params: { rows, length } },
    invocations: rows * wordsOf(length),
    memory,
  });
  return { ...stage, words };
}
