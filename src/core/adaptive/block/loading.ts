import loadingKernel from "#shaders/adaptive/block/loading.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";

/** Most bits of a carrier. */
export const MOST_BITS = 6;

export interface LoadingConfig {
  channels: number;
  /** N: carriers, 16 to 1024. */
  length: number;
  /** H: complex f32, [channel][N]. */
  response: GPUBuffer;
  /** m: mean bits of a carrier, 1 to 6; m·N is even. */
  bitsPerSymbol: number;
  /** Least |H|². */
  floor: number;
}

export interface CarrierLoads {
  /** u32 pairs [carrier][channel]: 0, 2, 4 or 6 bits, and the bits of the block before them. */
  readonly loads: GPUBuffer;
  /** Square roots of energies whose mean is 1: f32 [carrier][channel]. */
  readonly amplitudes: GPUBuffer;
}

const GROUP = 64;

/**
 * Creates the choice of bits and energies per carrier for a given sum of bits. Source: D. Hughes-Hartogs, US patent 4,679,227 (1987).
 *
 * @throws RangeError when a size is out of range.
 */
export async function createLoading(device: GPUDevice, config: LoadingConfig): Promise<Plan & CarrierLoads> {
  const label = "adaptive/loading";
  const { response, floor } = config;
  const channels = checkedCount(label, "channels", config.channels);
  const length = checkedInteger(label, "length", config.length, 16, 1024);
  const bits = checkedInteger(label, "bitsPerSymbol", config.bitsPerSymbol, 1, MOST_BITS);
  const memory = allocate(device);
  const loads = memory.storage("bits of carriers", 8 * length * channels);
  const amplitudes = memory.storage("amplitudes of carriers", 4 * length * channels);
  const stage = await createStage(device, {
    label,
    wgsl: [loadingKernel],
    constants: { GROUP, LENGTH: length },
    resources: { response, loads, amplitudes, params: { channels, pairs: (bits * length) / 2, floor } },
    groups: [channels, 1],
    memory,
  });
  return { ...stage, loads, amplitudes };
}
