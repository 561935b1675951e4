import { sweepRun } from "../../experiment.ts";
import { wifiSweep } from "./sweep.ts";

export const sweep = wifiSweep;

export const runs = { sweep: sweepRun(wifiSweep) };

export const asks = {};
