import tileOffsetsKernel from "#shaders/blocks/tile-offsets.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { fill } from "../gpu/submit.ts";
import type { Stage } from "../gpu/timing.ts";

export interface TileOffsetsConfig {
  /** Number of tiles. */
  tiles: number;
  /** The sum of a page is carried over to the next page, modulo this. 1: every page begins with 0. */
  modulus: number;
  /** Allocated tiles, if a dispatch has more of them. */
  allocated?: number;
}

/** Sums of tiles as places: a prefix sum across workgroups and pages. */
export interface TileOffsets extends Stage {
  /** u32 [tile]: the sums; after `encode`, the sum of all tiles before, with the carry. */
  readonly tiles: GPUBuffer;
  /** u32: the sum over the page. */
  readonly total: GPUBuffer;
  reset(): void;
  destroy(): void;
}

export async function createTileOffsets(
  device: GPUDevice,
  { tiles: count, modulus, allocated = count }: TileOffsetsConfig,
): Promise<TileOffsets> {
  const label = "blocks/tile-offsets";
  const memory = allocate(device);
  const tiles = memory.storage("tiles", 4 * allocated);
  const carry = memory.storage("carry", 4);
  const total = memory.storage("total", 4);
  const kernel = await compile(device, {
    label,
    wgsl: [tileOffsetsKernel, prefixSum],
    constants: { GROUP: 256, SERIAL: 16, MODULUS: modulus },
  });
  const bound = kernel.bind({ tiles, carry, total, params: { tiles: count } });
  const reset = () => {
    const encoder = device.createCommandEncoder({ label });
    encoder.clearBuffer(carry);
    fill(device, encoder, [carry]);
  };
  reset();
  return {
    label,
    tiles,
    total,
    reset,
    encode: (encoder, timestampWrites) => bound.encode(encoder, 1, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
