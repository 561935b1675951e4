import { deviceAsk, deviceRun, sweepAsks, sweepRun } from "../../../experiment.ts";
import { inspectCodeword, codewordTrellis } from "./codeword.ts";
import { turboSweep } from "./sweep.ts";
import { beginThroughput, runThroughput } from "./throughput.ts";

export const sweep = turboSweep;

export const runs = {
  sweep: sweepRun(turboSweep),
  throughput: deviceRun(beginThroughput, runThroughput),
};

export const asks = {
  ...sweepAsks(turboSweep),
  codeword: deviceAsk(inspectCodeword),
  trellis: deviceAsk(codewordTrellis),
};
