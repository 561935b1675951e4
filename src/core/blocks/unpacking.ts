import unpackingKernel from "#shaders/blocks/unpacking.wgsl?raw";
import { allocate } from "../gpu/pool.ts";
import { wordsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { createKernelStage } from "./kernel-stage.ts";

export interface UnpackingConfig {
  /** u32 [row][stride], LSB first. */
  words: GPUBuffer;
  rows: number;
  /** Bits to take of each row. */
  length: number;
  /** Words per row. Default: ceil(length/32). */
  stride?: number;
  /** Of each period of bits, the places of those to take. Default: all. */
  period?: number;
  places?: readonly number[];
}

export interface Unpacking extends Plan {
  /** Bits, one per word, u32 [row][length]. */
  readonly bits: GPUBuffer;
}

/** Unpacks bits from the form of codes into the form of graphs. */
export async function createUnpacking(device: GPUDevice, config: UnpackingConfig): Promise<Unpacking> {
  const { words, rows, length, stride = wordsOf(length), period = 1, places = [0] } = config;
  const memory = allocate(device);
  const bits = memory.storage("bits", 4 * rows * length);
  const stage = await createKernelStage(device, {
    label: "blocks/unpacking",
    wgsl: [unpackingKernel],
    constants: { PERIOD: period, KEPT: places.length },
    resources: {
      words,
      places: memory.constant("places", Uint32Array.from(places)),
      bits,
      params: { rows, length, stride },
    },
    invocations: rows * length,
    memory,
  });
  return { ...stage, bits };
}
