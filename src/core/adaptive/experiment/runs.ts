import { deviceAsk, sweepAsks, sweepRun } from "../../experiment.ts";
import type { AdaptiveExperiment } from "./experiment.ts";
import { learning } from "./learning.ts";
import { packet } from "./packet.ts";
import { adaptiveSweep } from "./sweep.ts";
import { errorBounds } from "./theory.ts";
import { transfer } from "./transfer.ts";

export const sweep = adaptiveSweep;

export const runs = { sweep: sweepRun(adaptiveSweep) };

export const asks = {
  ...sweepAsks(adaptiveSweep),
  learning: deviceAsk(learning),
  packet: deviceAsk(packet),
  transfer: deviceAsk(transfer),
  bounds: async (_: unknown, config: AdaptiveExperiment) => errorBounds(config),
};
