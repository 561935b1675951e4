import { createSchema, type Schema } from "../configuration/fields.ts";

/** How a graph runs; the graph is kept beside it. */
export interface GraphExperiment {
  lab: "graphs";
  version: 1;
  /** Items of the busiest connection per page; "automatic": Threeray chooses. */
  page: string;
  pace: "automatic" | "real time" | "fast";
}

/** The name of a choice that Threeray makes. */
export const AUTOMATIC = "automatic";

/** Sizes of pages: 1 Ki to 16 Mi items. */
const PAGE_SIZES: readonly string[] = Array.from({ length: 15 }, (_, i) => String(2 ** (10 + i)));

export const GRAPHS: Schema<GraphExperiment> = createSchema(
  "graph",
  {
    page: {
      kind: "choice",
      change: "rebuild",
      label: "Page size",
      choices: [AUTOMATIC, ...PAGE_SIZES],
      description:
        "Items of the busiest connection per page. Larger pages raise throughput and latency. Automatic: at most 0.1 s of the signal where the graph has a sound, a slider or a live source, else 256 Ki.",
    },
    pace: {
      kind: "choice",
      change: "rebuild",
      label: "Pace",
      choices: [AUTOMATIC, "real time", "fast"] satisfies GraphExperiment["pace"][],
      description:
        "Real time keeps to the rate of the sources, for sound and for watching. Automatic does so where the graph plays sound.",
    },
  },
  { lab: "graphs", version: 1, page: AUTOMATIC, pace: AUTOMATIC },
);
