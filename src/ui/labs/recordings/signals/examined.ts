import type { Detection } from "#core/signals/detection.ts";
import { create } from "zustand";
import type { Examined, ExaminedSignal } from "#core/signals/inspecting/examine.ts";
import { worker } from "../../../kit/engine.ts";
import { createLive } from "../../../kit/live.ts";
import { useRecording } from "../../../kit/recording/recording.ts";
import { useWaterfall } from "../waterfall/store.ts";
import { latestWins } from "../../../../worker/latest.ts";

/** What a person assumes of a signal in place of what was measured. */
export type Assumed = Partial<Pick<ExaminedSignal, "class" | "symbolRateHz" | "carrierOffsetHz" | "timingOffset">>;

interface Examining {
  signal?: Detection;
  assumed: Assumed;
}

/** The signal that is examined, and what is assumed of it. */
export const useExamined = create<Examining>()(() => ({ assumed: {} }));

const ask = latestWins(({ signal, channel }: { signal: ExaminedSignal; channel: number }) =>
  worker.ask("signals", "examine", useRecording.getState().chosen, signal, channel),
);

/** The figures of one signal, the signal that they show, and what they assume. */
export const examination = createLive<Examining, { shown: Required<Examining> & { examined: Examined } }>({
  of: useExamined,
  doing: "Examining the signal",
  failed: "The signal could not be examined.",
  async ask(show, { signal, assumed }) {
    if (!signal) return;
    // The standard deviation belongs to the measured rate.
    const rate = assumed.symbolRateHz === undefined ? {} : { symbolRateSdHz: null };
    const { channel } = useWaterfall.getState();
    const examined = await ask({ signal: { ...signal, ...assumed, ...rate }, channel });
    if (examined) show({ shown: { signal, assumed, examined } });
  },
});

/** Examines a signal as it was measured. */
export function examineSignal(signal: Detection | undefined): void {
  if (signal === useExamined.getState().signal) return;
  useExamined.setState({ signal, assumed: {} });
  void examination.compute();
}

/** Examines the signal again with other values. Without a symbol rate, a class with symbols begins with one from the bandwidth. */
export function assume(assumed: Assumed): void {
  const { signal } = useExamined.getState();
  if (!signal) return;
  const needsRate = assumed.class !== undefined && !(assumed.symbolRateHz ?? signal.symbolRateHz);
  const rate = needsRate ? { symbolRateHz: Number((signal.bandwidthHz / 1.25).toPrecision(3)) } : {};
  useExamined.setState({ assumed: { ...assumed, ...rate } });
  void examination.compute();
}
