import { FILTERS, type FilterExperiment } from "#core/filters/experiment.ts";
import type { MethodsConfig } from "#core/filters/comparison.ts";
import { createRunner } from "../../../kit/run.ts";
import { useFilters } from "./filters.ts";

// A run filters noise, so of the experiment only the fields that determine its kind matter.

const ofMethods = { experiment: "filters", run: "methods", of: useFilters } as const;
const begin = (config: MethodsConfig) => ({ config, results: [] });

/** Compares all methods for the current filter. */
export const methods = createRunner({
  ...ofMethods,
  config: ({ config: { design, complex, seed } }): MethodsConfig => {
    return { experiment: FILTERS.parse({ design, complex, seed }), what: "methods" };
  },
  begin,
  doing: "Comparing the methods",
  failed: "The methods could not be compared.",
});

/** Compares FIR filters of rising length. */
export const taps = createRunner({
  ...ofMethods,
  config: ({ config: { complex, seed } }): MethodsConfig => ({
    experiment: FILTERS.parse({ complex, seed }),
    what: "taps",
  }),
  begin,
  doing: "Comparing lengths of FIR filters",
  failed: "The lengths could not be compared.",
});

export const pages = createRunner({
  experiment: "filters",
  run: "pages",
  of: useFilters,
  config: ({ config: { design, complex, method, seed } }): FilterExperiment =>
    FILTERS.parse({ design, complex, method, seed }),
  begin: (config) => ({ config, results: [] }),
  doing: "Timing pages",
  failed: "The pages could not be timed.",
});

export const FILTER_RUNS = [methods, taps, pages] as const;
