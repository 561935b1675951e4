import { deviceRun } from "../experiment.ts";
import { tune, type TuningState } from "./tune.ts";

export const runs = { tune: deviceRun((start: TuningState) => start, tune) };
