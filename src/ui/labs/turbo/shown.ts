import type { TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import type { TurboPoint } from "#core/codes/turbo/experiment/sweep.ts";
import { useTurbo } from "./store.ts";

const NO_POINTS: readonly TurboPoint[] = [];

/** The sweep that is shown: its own experiment, whatever the rail says meanwhile. */
export function useShown(): { config: TurboExperiment; points: readonly TurboPoint[] } {
  const { config, sweep } = useTurbo();
  return { config: sweep.step?.state.config ?? config, points: sweep.step?.results ?? NO_POINTS };
}
