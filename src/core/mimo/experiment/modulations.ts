import { detectors } from "../registry.ts";
import type { Gpu } from "../../gpu/device.ts";
import { type MimoExperiment, sizesOf } from "./experiment.ts";
import { type MimoThroughput, timeDetectors } from "./throughput.ts";

/** The throughput of a detector at one modulation. */
export interface ModulationThroughput extends MimoThroughput {
  qam: MimoExperiment["qam"];
}

export interface ModulationState {
  config: MimoExperiment;
  /** Modulations timed so far. */
  timed: number;
  results: ModulationThroughput[];
}

export interface ModulationStep {
  state: ModulationState;
  progress: number;
  done: boolean;
}

/** Modulations of the published table. */
const MODULATIONS = ["4", "16", "64"] as const;

/** The start of a run of timings: the state of an earlier run, or a configuration without timings. */
export function beginModulations(start: ModulationState | MimoExperiment): ModulationState {
  return "config" in start ? start : { config: start, timed: 0, results: [] };
}

/** Times the detectors of an experiment at 4-, 16- and 64-QAM in turn, without those that do not support a modulation. */
export async function* timeModulations(
  gpu: Gpu,
  { config, timed, results }: ModulationState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<ModulationStep> {
  for (let i = timed; i < MODULATIONS.length; i++) {
    const qam = MODULATIONS[i];
    const able = { ...config, qam };
    const names = config.detectors.filter((name) => !detectors[name].refusal({ ...sizesOf(able), uses: 1 }));
    let found: MimoThroughput[] = [];
    for await (const step of timeDetectors(gpu, { config: { ...able, detectors: names }, results: [] }, { signal })) {
      found = step.state.results;
    }
    if (signal?.aborted) return;
    results = [...results, ...found.map((result) => ({ ...result, qam }))];
    const progress = (i + 1) / MODULATIONS.length;
    yield { state: { config, timed: i + 1, results }, progress, done: progress === 1 };
  }
}
