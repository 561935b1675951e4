import { deviceAsk, deviceRun, latencyRun, sweepAsks, sweepRun } from "../../experiment.ts";
import { urgently } from "../../thread/urgent.ts";
import { openVector } from "./latency.ts";
import { loop } from "./loop.ts";
import { look } from "./look.ts";
import { beginModulations, timeModulations } from "./modulations.ts";
import { mimoSweep } from "./sweep.ts";
import { traverse } from "./vector.ts";
import { watchFrame } from "./watch.ts";

export const sweep = mimoSweep;

export const runs = {
  sweep: sweepRun(mimoSweep),
  throughput: deviceRun(beginModulations, timeModulations),
  latency: latencyRun(openVector),
};

const traversal = deviceAsk(traverse);

export const asks = {
  ...sweepAsks(mimoSweep),
  look: deviceAsk(look),
  /** The page shows it before the other figures, whose long work waits for it. */
  traversal: (...asked: Parameters<typeof traversal>) => urgently(() => traversal(...asked)),
  loop: deviceAsk(loop),
  watch: deviceAsk(watchFrame),
};
