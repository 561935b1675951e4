import codewordLlrsKernel from "#shaders/adaptive/coding/codeword-llrs.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PACKET_LANES, rowGroups } from "./places.ts";

export interface CodewordLlrsConfig {
  packets: number;
  /** LLRs of the bits of all symbols, f32 [row][packet]. */
  llrs: GPUBuffer;
  /** Rows before the first place, which belong to the training symbols. */
  first: number;
  /** The place of each coded bit of a packet. */
  placeOf: Uint32Array<ArrayBuffer>;
}

export interface CodewordLlrs extends Plan {
  /** LLRs of the coded bits, f32 [packet][coded bit]. */
  readonly codeword: GPUBuffer;
}

/** Creates the stage that puts the LLRs of sent bits into the order of the codewords. */
export async function createCodewordLlrs(
  device: GPUDevice,
  { packets, llrs, first, placeOf }: CodewordLlrsConfig,
): Promise<CodewordLlrs> {
  const { length } = placeOf;
  const memory = allocate(device);
  const codeword = memory.storage("LLRs of coded bits", 4 * length * packets);
  const stage = await createStage(device, {
    label: "adaptive/codeword-llrs",
    wgsl: [codewordLlrsKernel],
    constants: { GROUP: PACKET_LANES },
    resources: {
      llrs,
      placeOf: memory.constant("places of coded bits", placeOf),
      codeword,
      params: { packets, length, first },
    },
    groups: rowGroups(packets, length),
    memory,
  });
  return { ...stage, codeword };
}
