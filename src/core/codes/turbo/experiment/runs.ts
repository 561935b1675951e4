import { deviceAsk, deviceRun, latencyRun, sweepAsks, sweepRun } from "../../../experiment.ts";
import { openCodeword } from "../../latency/codeword.ts";
import { inspectCodeword, codewordTrellis } from "./codeword.ts";
import { turboSweep } from "./sweep.ts";
import { beginThroughput, runThroughput } from "./throughput.ts";

export const sweep = turboSweep;

export const runs = {
  sweep: sweepRun(turboSweep),
  throughput: deviceRun(beginThroughput, runThroughput),
  latency: latencyRun(openCodeword),
};

export const asks = {
  ...sweepAsks(turboSweep),
  codeword: deviceAsk(inspectCodeword),
  trellis: deviceAsk(codewordTrellis),
};
