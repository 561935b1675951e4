import { isLong } from "#core/capture/long-view.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import type { Span } from "./frame.ts";
import { drawWaterfall, useWaterfall } from "./store.ts";

/** The reading of a view whose columns are narrower than the overview's cells. */
export interface RefiningState {
  /** The view that is read, or was. */
  view: Span;
  /** Share of it that was read; undefined when it has ended. */
  progress?: number;
  failure?: Failure;
}

/** Milliseconds from the last change of the view to its reading, and between two pictures of it. */
const [PAUSE_MS, REDRAW_MS] = [200, 250];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the view in finer cells, if its picture shows wider ones or segments. Each view is read once. */
export function refineSoon(): void {
  clearTimeout(timer);
  const { view, picture, overview, refining } = useWaterfall.getState();
  if (!view || !isLong(view.count) || !overview || refining?.view === view) return;
  const isShown = picture?.start === view.start && picture.count === view.count;
  if (isShown && picture.coarse === undefined && picture.complete === 1) return;
  timer = setTimeout(() => void refine(view), PAUSE_MS);
}

async function refine(view: Span): Promise<void> {
  const recording = shownRecording(useRecording.getState());
  const { columns, channel } = useWaterfall.getState();
  const isCurrent = () =>
    recording === shownRecording(useRecording.getState()) && useWaterfall.getState().view === view;
  if (!isCurrent()) return;
  const set = (change: Omit<RefiningState, "view">) => {
    if (isCurrent()) useWaterfall.setState({ refining: { view, ...change } });
  };
  set({ progress: undefined });
  let drawn = performance.now();
  const asked = { ...view, columns, bins: 512, channel };
  try {
    let read = false;
    await worker.ask("capture", "refine", useRecording.getState().chosen, asked, ({ progress }) => {
      if (!isCurrent()) return;
      read = true;
      set({ progress });
      if (performance.now() - drawn < REDRAW_MS) return;
      drawn = performance.now();
      void drawWaterfall();
    });
    set({ progress: undefined });
    if (read && isCurrent()) void drawWaterfall();
  } catch (error) {
    const failure = isWorkerLoss(error)
      ? undefined
      : describeFailure("This part of the recording could not be read completely.", error);
    set({ progress: undefined, failure });
  }
}
