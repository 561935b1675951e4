import type { CountedErrors } from "#core/telemetry/experiment/figures/error-counts.ts";
import type { Figures } from "#core/telemetry/experiment/figures.ts";
import type { Scenario } from "#core/telemetry/experiment/scenario.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { isSoftware, worker, useGpu } from "../../../kit/engine.ts";
import { createLive, type LiveState, useLive } from "../../../kit/live.ts";
import type { EqualizersAddress } from "../address.ts";
import { useScenario } from "./scenario.ts";

interface Drawn {
  figures: Figures;
  /** The scenario that made them. */
  of: Scenario;
}

/** The first figures may come in parts; for later ones no way back is kept open. */
const request = latestWins(({ scenario, early }: { scenario: Scenario; early?: (figures: Figures) => void }) =>
  worker.ask("equalizers", "figures", scenario, early),
);

/** Packets that a software adapter draws while the person still moves a slider. All packets take it seconds. */
const QUICK_PACKETS = 2;

/** Names of the cards. */
const FIGURES =
  "spectrum constellations spectrogram estimate packets taps responses convergence eyes phase error-positions".split(
    " ",
  );

/** The figures of the scenario's packets. */
export const figures = createLive<EqualizersAddress, Drawn, never, CountedErrors[]>({
  of: useScenario,
  doing: "Computing the figures",
  failed: "The figures could not be computed.",
  async ask(show, { scenario: of }) {
    const before = figures.store.getState().figures;
    const isSlow = isSoftware(useGpu.getState()) && of.packets > QUICK_PACKETS;
    if (before && isSlow) {
      const scenario = { ...of, packets: QUICK_PACKETS };
      const quick = await request({ scenario });
      // The next change gets its own quick look.
      if (!show(quick ? { figures: quick, of: scenario } : {})) return;
    }
    const early = (part: Figures) => {
      const shown = figures.store.getState().figures?.errors.length ?? 0;
      if (part.errors.length > shown) show({ figures: part, of });
    };
    const all = await request({ scenario: of, early: before ? undefined : early });
    if (all) show({ figures: all, of });
  },
  draws: {
    figures: FIGURES,
    reseeded: ({ scenario, ...link }, seedOf) => ({ ...link, scenario: { ...scenario, seed: seedOf(scenario.seed) } }),
    count: (drawn) => drawn.figures.errors,
    async add(all, more) {
      const { addErrors } = await import("#core/telemetry/experiment/figures/error-counts.ts");
      return addErrors(all, more);
    },
  },
});

type FiguresState = LiveState<Drawn, CountedErrors[]>;

/** Returns the figures, or what `select` chooses of them, in a component. */
export const useFigures = <Selected>(select: (state: FiguresState) => Selected): Selected => useLive(figures, select);

/** The errors of the draw that is shown, or of all live draws since the last change. */
export const countedErrors = ({ live, figures }: FiguresState): CountedErrors[] | undefined =>
  live?.counts ?? figures?.errors;
