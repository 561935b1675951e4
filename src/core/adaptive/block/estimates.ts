import estimatesKernel from "#shaders/adaptive/block/estimates.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { BatchSizes, EqualizedBatch } from "../batch.ts";

/** How blocks of N symbols cover a packet. */
export interface BlockCover {
  /** N. */
  length: number;
  /** Symbols that are not used on each side of a block; 2·drop < N. */
  drop: number;
  /** Blocks of a packet. */
  blocks: number;
  /** Symbol where the last block starts, at most. */
  last: number;
}

const GROUP = 64;
/** Workgroups along y; the rest is along z. */
const ROWS = 32_768;

/**
 * Creates the estimates of a batch from equalized blocks.
 *
 * @param equalized Complex f32, [packet][block][N].
 */
export async function createBlockEstimates(
  device: GPUDevice,
  { packets, symbols }: Pick<BatchSizes, "packets" | "symbols">,
  equalized: GPUBuffer,
  { length, drop, blocks, last }: BlockCover,
): Promise<Plan & EqualizedBatch> {
  const memory = allocate(device);
  const estimates = memory.storage("estimates", 8 * symbols * packets);
  const stage = await createStage(device, {
    label: "adaptive/estimates",
    wgsl: [estimatesKernel],
    constants: { GROUP, LENGTH: length, HOP: length - 2 * drop, DROP: drop },
    resources: { blocks: equalized, estimates, params: { packets, symbols, blocks, last } },
    groups: [Math.ceil(packets / GROUP), Math.min(symbols, ROWS), Math.ceil(symbols / ROWS)],
    memory,
  });
  return { ...stage, estimates };
}
