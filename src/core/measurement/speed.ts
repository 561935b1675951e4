import type { Gpu } from "../gpu/device.ts";
import { type Stage, type StageTime, timeRegion, timeStages } from "../gpu/timing.ts";

/**
 * Returns the duration of a stage in ms: the median of nine regions on a warm GPU, or one run on a software adapter.
 */
export async function speedOf({ device, adapter }: Gpu, stage: Stage): Promise<Omit<StageTime, "kernel">> {
  if (!adapter.software) return timeRegion(device, stage, { runs: 9, warmMs: 100 });
  const [time] = await timeStages(device, [stage]);
  return time;
}
