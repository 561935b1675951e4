import { type ConfigOf, field, schema } from "../configuration/schema.ts";

/** The name of a choice that Threeray makes. */
export const AUTOMATIC = "automatic";

/** Sizes of pages: 1 Ki to 16 Mi items. */
const PAGE_SIZES: readonly string[] = Array.from({ length: 15 }, (_, i) => String(2 ** (10 + i)));

export const GRAPHS = schema(
  "graphs",
  1,
  {
    page: field.choice(
      "Page size",
      "Items of the busiest connection per page. Larger pages raise throughput and latency. Automatic: at most 0.1 s of the signal where the graph has a sound, a slider or a live source, else 256 Ki.",
      [AUTOMATIC, ...PAGE_SIZES],
      { default: AUTOMATIC },
    ),
    pace: field.choice(
      "Pace",
      "Real time keeps to the rate of the sources, for sound and for watching. Automatic does so where the graph plays sound.",
      [AUTOMATIC, "real time", "fast"],
      { default: AUTOMATIC },
    ),
  },
  "graph",
);

/** How a graph runs; the graph is kept beside it. */
export type GraphExperiment = ConfigOf<typeof GRAPHS>;
