import { addErrors } from "#core/telemetry/experiment/figures/error-counts.ts";
import { redraw, useFigures } from "./figures.ts";
import { useScenario } from "./scenario.ts";

/** An odd factor: all numbers below 2³² give distinct seeds. It spreads neighbours over the whole range. */
const SPREAD = 0x9e3779b1;

/** Draws the scenario's figures with other data and noise, and adds the errors to those since the last change. */
export async function drawLive(number: number): Promise<void> {
  const { scenario } = useScenario.getState();
  const seed = (scenario.seed + Math.imul(number, SPREAD)) >>> 0;
  const figures = await redraw({ ...scenario, seed });
  if (!figures) return;
  useFigures.setState(({ figures: shown, live }) => {
    const own = live?.own ?? shown;
    if (!own) return {};
    const errors = addErrors(live?.errors ?? own.errors, figures.errors);
    return { figures, live: { own, draws: (live?.draws ?? 1) + 1, errors } };
  });
}

/** Shows the one draw of the scenario's seed again. */
export function endLive(): void {
  useFigures.setState(({ live }) => (live ? { figures: live.own, live: undefined } : {}));
}
