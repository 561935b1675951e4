import { create } from "zustand";
import { AUTOMATIC, GRAPHS, type GraphExperiment } from "#core/graphs/experiment.ts";

interface Settings {
  /** Undefined: Threeray chooses. */
  page: number | undefined;
  pace: GraphExperiment["pace"];
}

/** Returns the size of pages of a choice; undefined for the automatic one. */
export const pageOf = (choice: string) => (choice === AUTOMATIC ? undefined : Number(choice));

export const choiceOf = ({ page }: Pick<Settings, "page">) => (page === undefined ? AUTOMATIC : String(page));

export const settingsOf = ({ page, pace }: GraphExperiment): Settings => ({ page: pageOf(page), pace });

/** How a graph runs: the size of its pages, and its pace. */
export const useSettings = create<Settings>()(() => settingsOf(GRAPHS.defaults));
