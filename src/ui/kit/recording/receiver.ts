import { create } from "zustand";
import { DEFAULT_SCENARIO, type Scenario } from "#core/telemetry/experiment/scenario.ts";

/** The receiver that recordings go through, as a scenario: the default one until a lab has set another. */
export const useReceiver = create<{ scenario: Scenario }>()(() => ({ scenario: DEFAULT_SCENARIO }));
