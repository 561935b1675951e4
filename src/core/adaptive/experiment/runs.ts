import { sweepAsks, sweepRun } from "../../experiment.ts";
import { adaptiveSweep } from "./sweep.ts";

export const sweep = adaptiveSweep;

export const runs = { sweep: sweepRun(adaptiveSweep) };

export const asks = { ...sweepAsks(adaptiveSweep) };
