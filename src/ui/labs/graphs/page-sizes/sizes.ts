import { createRunner } from "../../../kit/run.ts";
import { useGraph } from "../graph/store.ts";

/** The measurement of page sizes, for the current graph. */
export const sizes = createRunner({
  experiment: "graphs",
  run: "sizes",
  of: useGraph,
  config: ({ graph }) => ({ graph }),
  doing: "Comparing page sizes",
  failed: "The page sizes could not be compared.",
});
