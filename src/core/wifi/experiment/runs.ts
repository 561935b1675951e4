import { sweepRun } from "../../experiment.ts";
import { wifiSweep } from "./sweep.ts";

export { asks } from "./figures/asks.ts";

export const sweep = wifiSweep;

export const runs = { sweep: sweepRun(wifiSweep) };
