import { DEFAULT_SCENARIO, receiverSettings } from "#core/telemetry/experiment/scenario.ts";
import { createRunner } from "../../../kit/run.ts";
import { useScenario } from "./scenario.ts";

/** The times of the receiver's stages. They depend on the receiver's settings, not on what it receives. */
export const timings = createRunner({
  experiment: "equalizers",
  run: "timings",
  of: useScenario,
  config: ({ scenario }) => ({ ...DEFAULT_SCENARIO, ...receiverSettings(scenario), packets: scenario.packets }),
  doing: "Timing the stages",
  failed: "The stages could not be timed.",
});
