import { DEFAULT_SCENARIO, receiverSettings } from "#core/telemetry/experiment/scenario.ts";
import { createRunner } from "../../../kit/run.ts";
import { useScenario } from "./scenario.ts";

const ofReceiver = { experiment: "equalizers", of: useScenario } as const;

/** The times of the receiver's stages. They depend on the receiver's settings, not on what it receives. */
export const timings = createRunner({
  ...ofReceiver,
  run: "timings",
  config: ({ scenario }) => ({ ...DEFAULT_SCENARIO, ...receiverSettings(scenario), packets: scenario.packets }),
  doing: "Timing the stages",
  failed: "The stages could not be timed.",
});

/** The latency of one packet with all chosen equalizers. */
export const latency = createRunner({
  ...ofReceiver,
  run: "latency",
  config: ({ scenario }) => ({ ...DEFAULT_SCENARIO, ...receiverSettings(scenario), packets: 1 }),
  doing: "Timing one packet",
  failed: "The packet could not be timed.",
});
