import { create } from "zustand";
import type { Figures } from "#core/experiments/figures.ts";
import type { Scenario } from "#core/experiments/scenario.ts";
import { latestWins } from "../../worker/latest.ts";
import { describeFailure, type Failure } from "./failure.ts";
import { isWorkerLoss, lab } from "./lab.ts";

interface FiguresStore {
  computing: boolean;
  /** The newest figures; while others are computed they stay, dimmed. */
  figures?: Figures;
  /** How long the newest took, request to answer. */
  ms?: number;
  failure?: Failure;
}

export const useFigures = create<FiguresStore>()(() => ({ computing: false }));

const request = latestWins((scenario: Scenario) => lab.figures(scenario));
let requests = 0;

/** Shows `scenario` in all live figures. Calls may come as fast as a slider moves. */
export async function showFigures(scenario: Scenario): Promise<void> {
  const mine = ++requests;
  useFigures.setState({ computing: true });
  const start = performance.now();
  try {
    const figures = await request(scenario);
    if (!figures) return;
    const ms = performance.now() - start;
    // A newer request may be under way: then this is a step on the way there.
    useFigures.setState({ computing: mine !== requests, figures, ms, failure: undefined });
  } catch (error) {
    const failure = isWorkerLoss(error) ? undefined : describeFailure("The figures could not be computed.", error);
    useFigures.setState({ computing: mine !== requests, failure });
  }
}
