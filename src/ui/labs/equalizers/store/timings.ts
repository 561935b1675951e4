import { create } from "zustand";
import type { ReceiverTimings } from "#core/telemetry/experiment/timings.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { lab } from "../../../kit/engine.ts";
import { useScenario } from "./scenario.ts";

interface TimingsStore {
  measuring: boolean;
  timings?: ReceiverTimings;
  failure?: Failure;
}

export const useTimings = create<TimingsStore>()(() => ({ measuring: false }));

/** Times every stage of the receiver for the current scenario. */
export async function measureTimings(): Promise<void> {
  useTimings.setState({ measuring: true, failure: undefined });
  try {
    await lab.run("equalizers", "timings", useScenario.getState().scenario, ({ timings }) => {
      useTimings.setState({ timings });
    });
    useTimings.setState({ measuring: false });
  } catch (error) {
    useTimings.setState({ measuring: false, failure: describeFailure("The stages could not be timed.", error) });
  }
}
