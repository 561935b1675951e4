import { create } from "zustand";
import { GRAPHS, type GraphExperiment } from "#core/graphs/experiment.ts";

export const settingsOf = ({ page, pace }: GraphExperiment) => ({ page: Number(page), pace });

/** How a graph runs: the size of its pages, and its pace. */
export const useSettings = create<{ page: number; pace: GraphExperiment["pace"] }>()(() => settingsOf(GRAPHS.defaults));
