import { create } from "zustand";
import type { CountedErrors } from "#core/telemetry/experiment/figures/error-counts.ts";
import type { Figures } from "#core/telemetry/experiment/figures.ts";
import type { Scenario } from "#core/telemetry/experiment/scenario.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { isSoftware, isWorkerLoss, lab, useLab } from "../../../kit/engine.ts";

interface FiguresStore {
  computing: boolean;
  /** True if the answer is late. Only then are the figures dimmed, because restyling them takes milliseconds. */
  waiting: boolean;
  /** The newest figures. They stay, dimmed, while others are computed. */
  figures?: Figures;
  /** Milliseconds from request to answer of the newest figures. */
  ms?: number;
  failure?: Failure;
  /** While the figures run live: what `figures` show has other data and noise than the scenario's seed gives. */
  live?: LiveFigures;
}

interface LiveFigures {
  /** The draw of the scenario's own seed. */
  own: Figures;
  /** Draws since the last change, with the own one. */
  draws: number;
  /** The errors of all these draws. */
  errors: CountedErrors[];
}

export const useFigures = create<FiguresStore>()(() => ({ computing: false, waiting: false }));

/** An answer within this time counts as immediate. */
const AT_ONCE_MS = 100;

/** The first figures may come in parts; for later ones no way back is kept open. */
const request = latestWins((scenario: Scenario) => {
  if (useFigures.getState().figures) return lab.ask("equalizers", "figures", scenario);
  return lab.ask("equalizers", "figures", scenario, (early) => {
    const shown = useFigures.getState().figures?.errors.length ?? 0;
    if (early.errors.length > shown) useFigures.setState({ figures: early });
  });
});
/** Packets that a software adapter draws while the person still moves a slider. All packets take it seconds. */
const QUICK_PACKETS = 2;

/** Returns the scenario for a quick look at a change; undefined if the figures of all packets are quick enough. */
function quickLook(scenario: Scenario): Scenario | undefined {
  const slow = isSoftware(useLab.getState()) && useFigures.getState().figures && scenario.packets > QUICK_PACKETS;
  return slow ? { ...scenario, packets: QUICK_PACKETS } : undefined;
}

let requests = 0;
let delay: ReturnType<typeof setTimeout> | undefined;

/** Shows `scenario` in all live figures. Calls may come as fast as a slider moves. */
export async function showFigures(scenario: Scenario): Promise<void> {
  const mine = ++requests;
  if (!useFigures.getState().computing) expectSoon();
  useFigures.setState({ computing: true });
  const start = performance.now();
  try {
    const quick = quickLook(scenario);
    if (quick) {
      const figures = await request(quick);
      if (figures) useFigures.setState({ figures, live: undefined });
      // The next change gets its own quick look.
      if (mine !== requests) return;
    }
    const figures = await request(scenario);
    if (!figures) return;
    const ms = performance.now() - start;
    useFigures.setState({ ...after(mine), figures, ms, failure: undefined, live: undefined });
  } catch (error) {
    const failure = isWorkerLoss(error) ? undefined : describeFailure("The figures could not be computed.", error);
    useFigures.setState({ ...after(mine), failure });
  }
}

/**
 * Computes the figures of a scenario that differs from the shown one only in its seed. Returns undefined if the person
 * has changed the scenario meanwhile.
 */
export async function redraw(scenario: Scenario): Promise<Figures | undefined> {
  const mine = requests;
  const figures = await request(scenario);
  return mine === requests ? figures : undefined;
}

function expectSoon(): void {
  clearTimeout(delay);
  delay = setTimeout(() => useFigures.setState({ waiting: true }), AT_ONCE_MS);
}

/** The state after an answer. If a newer request is running, the store stays busy. */
function after(mine: number): Pick<FiguresStore, "computing" | "waiting"> {
  const computing = mine !== requests;
  if (computing) expectSoon();
  else clearTimeout(delay);
  return { computing, waiting: computing && useFigures.getState().waiting };
}
