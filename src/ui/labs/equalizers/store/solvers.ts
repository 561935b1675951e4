import { DEFAULT_SCENARIO } from "#core/telemetry/experiment/scenario.ts";
import { createRunner } from "../../../kit/run.ts";
import { useScenario } from "./scenario.ts";

const { equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, fde2NoiseFactor, loop } = DEFAULT_SCENARIO;

/** The comparison of the solvers. It does not depend on the chosen equalizers, nor on what follows them. */
export const solvers = createRunner({
  experiment: "equalizers",
  run: "solvers",
  of: useScenario,
  config: ({ scenario }) => {
    return { ...scenario, equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, fde2NoiseFactor, loop };
  },
  doing: "Comparing the solvers",
  failed: "The solvers could not be compared.",
});
