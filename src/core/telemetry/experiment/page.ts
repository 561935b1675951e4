import type { Gpu } from "../../gpu/device.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH } from "../blocks.ts";

/** How an experiment that works in pages is run; its results depend on none of it. */
export interface RunOptions {
  signal?: AbortSignal;
  /** Most blocks of 32 packets on the GPU at a time. */
  pageBlocks?: number;
}

/** Pages that a small laptop's memory holds; a software adapter gets short ones, so that a step stays short. */
export function defaultPageBlocks(gpu: Gpu): number {
  return gpu.adapter.software ? 2 : 8;
}

/** As many blocks as wanted, but no more than the device can bind: the packets' windows are the largest buffer. */
export function fittingPageBlocks(gpu: Gpu, wanted = defaultPageBlocks(gpu)): number {
  const windows = BLOCK_PACKETS * WINDOW_LENGTH * 8;
  return Math.max(1, Math.min(wanted, Math.floor(gpu.device.limits.maxStorageBufferBindingSize / windows)));
}
