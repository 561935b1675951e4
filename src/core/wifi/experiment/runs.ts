import { latencyRun, sweepAsks, sweepRun } from "../../experiment.ts";
import { asks as figureAsks } from "./figures/asks.ts";
import { openFrame } from "./latency.ts";
import { wifiSweep } from "./sweep.ts";

export const sweep = wifiSweep;

export const runs = { sweep: sweepRun(wifiSweep), latency: latencyRun(openFrame) };

export const asks = { ...sweepAsks(wifiSweep), ...figureAsks };
