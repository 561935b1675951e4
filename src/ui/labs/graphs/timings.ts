import { createRunner } from "../../kit/run.ts";
import { useGraph } from "./graph/store.ts";

/** The measurement of page sizes, for the current graph. */
export const sizes = createRunner({
  experiment: "graphs",
  run: "sizes",
  of: useGraph,
  config: ({ graph }) => ({ graph }),
  doing: "Comparing page sizes",
  failed: "The page sizes could not be compared.",
});

/** The speeds of the thesis's benchmarks on this computer. */
export const times = createRunner({
  experiment: "graphs",
  run: "benchmarks",
  of: useGraph,
  config: () => ({}),
  doing: "Timing the benchmarks",
  failed: "The benchmarks could not be timed.",
});
