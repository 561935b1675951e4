import type { Gpu } from "../../gpu/device.ts";
import { BLOCK_LENGTH } from "../blocks.ts";

/** How to run an experiment in pages. The results do not depend on it. */
export interface RunOptions {
  signal?: AbortSignal;
  /** Most blocks of 32 packets on the GPU at a time. */
  pageBlocks?: number;
}

/** The default page, which fits a small laptop's memory. A software adapter gets short pages, so that a step stays short. */
export function defaultPageBlocks(gpu: Gpu): number {
  return gpu.adapter.software ? 2 : 8;
}

/** The wanted number of blocks, limited by what the device can bind. The samples take one binding, the packets' windows up to two. */
export function fittingPageBlocks(gpu: Gpu, wanted = defaultPageBlocks(gpu)): number {
  const most = Math.floor(gpu.device.limits.maxStorageBufferBindingSize / (BLOCK_LENGTH * 8));
  return Math.max(1, Math.min(wanted, most));
}
