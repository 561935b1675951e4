import { compileAhead } from "../../gpu/compile-ahead.ts";
import type { AdapterDescription, Gpu } from "../../gpu/device.ts";
import { type StageTime, timeStages } from "../../gpu/timing.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { createLink } from "./link.ts";
import { defaultPageBlocks, fittingPageBlocks } from "./page.ts";
import { airTime, recordingLength, type Scenario } from "./scenario.ts";

/** Times of the transmitter's and receiver's stages. */
export interface StageTimings {
  adapter: AdapterDescription;
  /** Stages in running order; ms for `packets` packets. */
  stages: StageTime[];
  packets: number;
  /** Number of runs averaged. */
  repeats: number;
  /** Duration of the same number of packets on the air, ms. */
  realTimeMs: number;
}

/** The same, with what a transfer costs. */
export interface ReceiverTimings extends StageTimings {
  /** Speed of a copy from the GPU to the host and back, bytes/ms. */
  hostCopy: number;
}

/** Blocks that keep a large GPU busy and fit a laptop's memory. */
const TIMED_BLOCKS = 24;

/**
 * Returns the page on which kernels are timed. It has enough packets to keep the GPU busy, for any scenario, because a few
 * packets would mostly measure launches. A software adapter gets the scenario's own packets.
 */
export function timedPage(gpu: Gpu, scenario: Scenario): { blocks: number; packets: number } {
  const { software } = gpu.adapter;
  const own = Math.min(defaultPageBlocks(gpu), blockCount(recordingLength(scenario)));
  const blocks = fittingPageBlocks(gpu, software ? own : TIMED_BLOCKS);
  return { blocks, packets: software ? Math.min(scenario.packets, blocks * BLOCK_PACKETS) : blocks * BLOCK_PACKETS };
}

/** Times every stage of a scenario's link on one page. */
export async function timeReceiver(gpu: Gpu, scenario: Scenario): Promise<StageTimings> {
  const repeats = gpu.adapter.software ? 1 : 20;
  const { blocks, packets } = timedPage(gpu, scenario);
  const open = (device: GPUDevice) => createLink(device, { scenario: { ...scenario, packets }, blocks });
  await compileAhead(gpu.device, open);
  const link = await open(gpu.device);
  try {
    link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
    await link.run();
    const stages = await timeStages(gpu.device, link.stages, repeats);
    return { adapter: gpu.adapter, stages, packets, repeats, realTimeMs: 1000 * airTime(packets) };
  } finally {
    link.destroy();
  }
}
