import { createRunner } from "../../../kit/run.ts";
import { useGraph } from "../graph/store.ts";

/** The speeds of the thesis's benchmarks on this computer. */
export const times = createRunner({
  experiment: "graphs",
  run: "benchmarks",
  of: useGraph,
  config: () => ({}),
  doing: "Timing the benchmarks",
  failed: "The benchmarks could not be timed.",
});
