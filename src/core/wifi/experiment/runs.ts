import { sweepAsks, sweepRun } from "../../experiment.ts";
import { asks as figureAsks } from "./figures/asks.ts";
import { wifiSweep } from "./sweep.ts";

export const sweep = wifiSweep;

export const runs = { sweep: sweepRun(wifiSweep) };

export const asks = { ...sweepAsks(wifiSweep), ...figureAsks };
