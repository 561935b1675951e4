import type { MimoExperiment } from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import { useMimo } from "./store.ts";

const NO_POINTS: readonly MimoPoint[] = [];

/** The sweep that is shown: its own experiment, whatever the rail says meanwhile. */
export function useShown(): { config: MimoExperiment; points: readonly MimoPoint[] } {
  const { config, sweep } = useMimo();
  return { config: sweep.step?.state.config ?? config, points: sweep.step?.results ?? NO_POINTS };
}
