import { createSchema, type Schema } from "../configuration/fields.ts";

/** How a graph runs; the graph is kept beside it. */
export interface GraphExperiment {
  lab: "graphs";
  version: 1;
  /** Items of the busiest connection per page. */
  page: string;
  pace: "automatic" | "real time" | "fast";
}

/** Sizes of pages: 64 Ki to 16 Mi items. */
export const PAGE_SIZES: readonly string[] = Array.from({ length: 9 }, (_, i) => String(2 ** (16 + i)));

export const GRAPHS: Schema<GraphExperiment> = createSchema(
  "graph",
  {
    page: {
      kind: "choice",
      change: "rebuild",
      label: "Page size",
      choices: PAGE_SIZES,
      description: "Items of the busiest connection per page. Larger pages raise throughput and latency.",
    },
    pace: {
      kind: "choice",
      change: "rebuild",
      label: "Pace",
      choices: ["automatic", "real time", "fast"] satisfies GraphExperiment["pace"][],
      description:
        "Real time keeps to the rate of the sources, for sound and for watching. Automatic does so where the graph plays sound.",
    },
  },
  { lab: "graphs", version: 1, page: String(2 ** 18), pace: "automatic" },
);
