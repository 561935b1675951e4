import { isLong } from "#core/capture/long-view.ts";
import { createRemainingTime } from "#core/measurement/remaining-time.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { drawWaterfall, useWaterfall } from "./store.ts";

/** The reading of all samples for long views. */
export interface OverviewState {
  phase: "reading" | "stopped" | "done" | "failed";
  /** Share of the samples read, and the time left once it is known. */
  progress: number;
  remainingMs?: number;
  failure?: Failure;
}

/** Shortest time between two pictures of an overview that grows, ms. */
const REDRAW_MS = 500;

/** Reads the rest of the recording for the overview of its channel. Draws a long view again while it grows. */
export async function readOverview(): Promise<void> {
  const recording = shownRecording(useRecording.getState());
  if (!recording || !isLong(recording.samples)) return;
  const { chosen } = useRecording.getState();
  const { channel, overview } = useWaterfall.getState();
  const mine: { state: OverviewState } = { state: { phase: "reading", progress: overview?.progress ?? 0 } };
  const isShown = () => useWaterfall.getState().overview === mine.state;
  const set = (change: Partial<OverviewState>) => {
    mine.state = { ...mine.state, ...change };
    useWaterfall.setState({ overview: mine.state });
  };
  set({});
  const remaining = createRemainingTime();
  let drawn = performance.now();
  const redraw = () => {
    const { view, picture, computing } = useWaterfall.getState();
    // A picture that is computed has what is read by then.
    if (view && isLong(view.count) && !computing && (!picture || picture.complete < 1)) void drawWaterfall();
  };
  try {
    await worker.ask("capture", "overview", chosen, channel, ({ progress }) => {
      if (!isShown()) return;
      const now = performance.now();
      set({ progress, remainingMs: remaining.at(now, progress) });
      if (now - drawn < REDRAW_MS) return;
      drawn = now;
      redraw();
    });
    if (!isShown()) return;
    set({ phase: mine.state.progress === 1 ? "done" : "stopped", remainingMs: undefined });
    redraw();
  } catch (error) {
    if (!isShown()) return;
    if (isWorkerLoss(error)) useWaterfall.setState({ overview: undefined });
    else {
      const failure = describeFailure("The recording could not be read completely.", error);
      set({ phase: "failed", remainingMs: undefined, failure });
    }
  }
}
