import { detectors } from "../registry.ts";
import type { Gpu } from "../../gpu/device.ts";
import { type MimoExperiment, sizesOf } from "./experiment.ts";
import { type MimoThroughput, timeDetectors } from "./throughput.ts";

/** How fast a detector is at one modulation. */
export interface ModulationThroughput extends MimoThroughput {
  qam: MimoExperiment["qam"];
}

export interface ModulationState {
  config: MimoExperiment;
  /** Modulations that have been timed. */
  timed: number;
  results: ModulationThroughput[];
}

export interface ModulationStep {
  state: ModulationState;
  progress: number;
  done: boolean;
}

/** Those of the published table. */
const MODULATIONS = ["4", "16", "64"] as const;

/** What a run of timings begins with: an earlier run's state, or a configuration of which nothing has been timed. */
export function beginModulations(start: ModulationState | MimoExperiment): ModulationState {
  return "config" in start ? start : { config: start, timed: 0, results: [] };
}

/** Times an experiment's detectors at 4-, 16- and 64-QAM, one modulation after the other; those that refuse one are left out. */
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
