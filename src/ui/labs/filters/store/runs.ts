import { create } from "zustand";
import { FILTERS, type FilterExperiment } from "#core/filters/experiment.ts";
import type { PagesStep } from "#core/filters/pages.ts";
import type { WaysConfig, WaysStep } from "#core/filters/ways.ts";
import { useFilters } from "./filters.ts";
import { lab } from "../../../kit/engine.ts";
import { createRunner, type Run } from "../../../kit/run.ts";

interface FilterRuns {
  /** All ways to compute the filter in force. */
  ways: Run<WaysStep>;
  /** FIR filters of rising length. */
  taps: Run<WaysStep>;
  pages: Run<PagesStep>;
  /** The person wants to see a software adapter's times. */
  asked: boolean;
}
export type FilterRun = Exclude<keyof FilterRuns, "asked">;

export const useFilterRuns = create<FilterRuns>()(() => ({
  ways: { phase: "idle" },
  taps: { phase: "idle" },
  pages: { phase: "idle" },
  asked: false,
}));

/** The run that a new one of a kind would be: the samples are noise here, and only their kind matters. */
export const RUN_CONFIGS = {
  ways: ({ design, complex, seed }: FilterExperiment): WaysConfig => {
    return { experiment: FILTERS.parse({ design, complex, seed }), what: "ways" };
  },
  taps: ({ complex, seed }: FilterExperiment): WaysConfig => ({
    experiment: FILTERS.parse({ complex, seed }),
    what: "taps",
  }),
  pages: ({ design, complex, method, seed }: FilterExperiment) => FILTERS.parse({ design, complex, method, seed }),
} as const;

const configured = (name: FilterRun) => RUN_CONFIGS[name](useFilters.getState().config);

const waysRunner = (name: "ways" | "taps", failed: string) =>
  createRunner({
    get: () => useFilterRuns.getState()[name],
    set: (change: Partial<Run<WaysStep>>) =>
      useFilterRuns.setState((runs) => ({ [name]: { ...runs[name], ...change } })),
    config: () => configured(name) as WaysConfig,
    ask: (start, onStep) =>
      lab.run("filters", "methods", "results" in start ? start : { config: start, results: [] }, onStep),
    failed,
  });

const RUNNERS = {
  ways: waysRunner("ways", "The ways could not be compared."),
  taps: waysRunner("taps", "The lengths could not be compared."),
  pages: createRunner({
    get: () => useFilterRuns.getState().pages,
    set: (change: Partial<Run<PagesStep>>) =>
      useFilterRuns.setState(({ pages }) => ({ pages: { ...pages, ...change } })),
    config: () => configured("pages") as FilterExperiment,
    ask: (start, onStep) =>
      lab.run("filters", "pages", "results" in start ? start : { config: start, results: [] }, onStep),
    failed: "The pages could not be timed.",
  }),
} as const;

/** Runs, stops, goes on. */
export function toggleFilterRun(name: FilterRun): void {
  RUNNERS[name].toggle();
}

export function retryFilterRun(name: FilterRun): void {
  void RUNNERS[name].start();
}

/** Goes on with what the worker's end interrupted. */
export async function recoverFilterRuns(): Promise<void> {
  for (const runner of Object.values(RUNNERS)) await runner.recover();
}

/** Starts over what runs with another filter than the one in force. */
export function followFilterRuns(): void {
  for (const runner of Object.values(RUNNERS)) runner.follow();
}
