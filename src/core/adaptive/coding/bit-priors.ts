import bitPriorsKernel from "#shaders/adaptive/coding/bit-priors.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PACKET_LANES, rowGroups } from "./places.ts";

export interface BitPriorsConfig {
  packets: number;
  /** Coded bits of a packet. */
  length: number;
  /** The decoder's input, LLRs f32 [packet][length]. */
  input: GPUBuffer;
  /** LLRs of the coded bits after decoding, f32 [packet][length]. */
  posterior: GPUBuffer;
  /** The coded bit of each row, or EMPTY. */
  bitAt: Uint32Array<ArrayBuffer>;
  /** Output: LLRs of the bits of all symbols, f32 [row][packet]. */
  priors: GPUBuffer;
}

/** Largest LLR that is passed on: a probability of 4·10⁻⁴⁴. Larger ones only cost digits of others. */
export const MOST_LEARNED = 100;

/**
 * Creates the stage that turns what a decoder learned of the coded bits beyond its input into priors of the sent bits. They are limited
 * to ±{@link MOST_LEARNED}. Source: C. Douillard et al., “Iterative correction of intersymbol interference: turbo-equalization”, European Trans.
 * Telecommunications 6 (1995).
 */
export async function createBitPriors(device: GPUDevice, config: BitPriorsConfig): Promise<Plan> {
  const { packets, length, input, posterior, bitAt, priors } = config;
  const memory = allocate(device);
  return createStage(device, {
    label: "adaptive/bit-priors",
    wgsl: [bitPriorsKernel],
    constants: { GROUP: PACKET_LANES, MOST: MOST_LEARNED },
    resources: {
      input,
      posterior,
      bitAt: memory.constant("coded bits of rows", bitAt),
      priors,
      params: { packets, rows: bitAt.length, length },
    },
    groups: rowGroups(packets, bitAt.length),
    memory,
  });
}
