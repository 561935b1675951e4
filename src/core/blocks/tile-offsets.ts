import tileOffsetsKernel from "#shaders/blocks/tile-offsets.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { groupOf } from "../gpu/rows.ts";
import { allocate } from "../gpu/pool.ts";
import { clear } from "../gpu/submit.ts";
import type { Plan } from "../gpu/timing.ts";

/** One workgroup adds all tiles. */
const MOST_GROUP = 1024;

export interface TileOffsetsConfig {
  /** Number of tiles. */
  tiles: number;
  /** The sum of a page is carried over to the next page, modulo this. 1: every page begins with 0. */
  modulus: number;
  /** Allocated tiles, if a dispatch has more of them. */
  allocated?: number;
}

/** Sums of tiles as places: a prefix sum across workgroups and pages. */
export interface TileOffsets extends Plan {
  /** u32 [tile]: the sums; after `encode`, the sum of all tiles before, with the carry. */
  readonly tiles: GPUBuffer;
  /** u32: the sum over the page. */
  readonly total: GPUBuffer;
  reset(): void;
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
  const reset = () => clear(device, label, [carry]);
  reset();
  const stage = await createStage(device, {
    label,
    wgsl: [tileOffsetsKernel, prefixSum],
    constants: { GROUP: groupOf(device, MOST_GROUP), MODULUS: modulus },
    resources: { tiles, carry, total, params: { tiles: count } },
    groups: 1,
    memory,
  });
  return { ...stage, tiles, total, reset };
}
