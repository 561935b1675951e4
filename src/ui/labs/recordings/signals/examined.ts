import type { Detection } from "#core/signals/detection.ts";
import { create } from "zustand";
import type { Examined } from "#core/signals/inspecting/examine.ts";
import { worker } from "../../../kit/engine.ts";
import { createLive } from "../../../kit/live.ts";
import { useRecording } from "../../../kit/recording/recording.ts";
import { useWaterfall } from "../waterfall/store.ts";
import { latestWins } from "../../../../worker/latest.ts";

/** The signal that is examined. */
export const useExamined = create<{ signal?: Detection }>()(() => ({}));

const ask = latestWins((signal: Detection) =>
  worker.ask("signals", "examine", useRecording.getState().chosen, signal, useWaterfall.getState().channel),
);

/** The figures of one signal, and the signal that they show. */
export const examination = createLive<{ signal?: Detection }, { shown: { signal: Detection; examined: Examined } }>({
  of: useExamined,
  doing: "Examining the signal",
  failed: "The signal could not be examined.",
  async ask(show, { signal }) {
    if (!signal) return;
    const examined = await ask(signal);
    if (examined) show({ shown: { signal, examined } });
  },
});

/** Examines a signal. */
export function examineSignal(signal: Detection | undefined): void {
  if (signal === useExamined.getState().signal) return;
  useExamined.setState({ signal });
  void examination.compute();
}
