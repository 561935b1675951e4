import type { AdapterDescription, Gpu } from "../gpu/device.ts";
import { type StageTime, timeStages } from "../gpu/timing.ts";
import { BLOCK_PACKETS, blockCount } from "../preamble/blocks.ts";
import { createLink } from "./link.ts";
import { defaultPageBlocks } from "./page.ts";
import { airTime, recordingLength, type Scenario } from "./scenario.ts";

/** Times of the transmitter's and receiver's stages. */
export interface ReceiverTimings {
  adapter: AdapterDescription;
  /** In the order in which they run; ms for `packets` packets. */
  stages: StageTime[];
  packets: number;
  /** Runs that the times are the mean of. */
  repeats: number;
  /** What the same number of packets lasts on the air, ms. */
  realTimeMs: number;
}

/** Times every stage of a scenario's link, on a page of its packets (a full one, where there are enough). */
export async function timeReceiver(gpu: Gpu, scenario: Scenario): Promise<ReceiverTimings> {
  const blocks = Math.min(defaultPageBlocks(gpu), blockCount(recordingLength(scenario)));
  const repeats = gpu.adapter.software ? 1 : 20;
  const link = await createLink(gpu.device, { scenario, blocks });
  try {
    link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
    await link.run();
    const stages = await timeStages(gpu.device, link.stages, repeats);
    const packets = Math.min(scenario.packets, blocks * BLOCK_PACKETS);
    return { adapter: gpu.adapter, stages, packets, repeats, realTimeMs: 1000 * airTime(packets) };
  } finally {
    link.destroy();
  }
}
