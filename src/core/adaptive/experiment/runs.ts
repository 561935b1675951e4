import { deviceAsk, deviceRun, sweepAsks, sweepRun } from "../../experiment.ts";
import type { AdaptiveExperiment } from "./experiment.ts";
import { carriers } from "./figures/carriers.ts";
import { learning } from "./learning.ts";
import { packet, trellis } from "./packet.ts";
import { adaptiveSweep } from "./sweep.ts";
import { newStudy, runStudy, type StudyConfig, type StudyState } from "./study.ts";
import { errorBounds } from "./theory.ts";
import { transfer } from "./transfer.ts";

export const sweep = adaptiveSweep;

export const runs = {
  sweep: sweepRun(adaptiveSweep),
  study: deviceRun((start: StudyConfig | StudyState) => ("results" in start ? start : newStudy(start)), runStudy),
};

export const asks = {
  ...sweepAsks(adaptiveSweep),
  learning: deviceAsk(learning),
  packet: deviceAsk(packet),
  transfer: deviceAsk(transfer),
  trellis: deviceAsk(trellis),
  carriers: deviceAsk(carriers),
  bounds: async (_: unknown, config: AdaptiveExperiment) => errorBounds(config),
};
