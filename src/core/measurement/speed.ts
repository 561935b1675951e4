import type { Gpu } from "../gpu/device.ts";
import { type Stage, type StageTime, timeRegion, timeStages } from "../gpu/timing.ts";

/** Milliseconds of a stage on a warm GPU, the median of nine regions; on a software adapter, where times mean nothing, of one run. */
export async function speedOf({ device, adapter }: Gpu, stage: Stage): Promise<Omit<StageTime, "kernel">> {
  if (!adapter.software) return timeRegion(device, stage, { runs: 9, warmMs: 100 });
  const [time] = await timeStages(device, [stage]);
  return time;
}
