import { create } from "zustand";
import type { BoxFigures } from "#core/signals/inspecting/box-figures.ts";
import { latestWins } from "../../../worker/latest.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { isWorkerLoss, worker } from "../../kit/engine.ts";
import { type OpenedRecording, useRecording } from "../../kit/recording/recording.ts";
import { isResolved } from "./measure.ts";
import type { Box } from "./waterfall/frame.ts";
import { useWaterfall } from "./waterfall/store.ts";

interface BoxFiguresStore {
  /** The selection that was measured, and what was found. */
  box?: Box;
  figures?: BoxFigures;
  computing: boolean;
  failure?: Failure;
}

export const useBoxFigures = create<BoxFiguresStore>()(() => ({ computing: false }));

const measure = latestWins(({ box, rate, channel }: { box: Box; rate: number; channel: number }) =>
  worker.ask(
    "signals",
    "box",
    useRecording.getState().chosen,
    { start: box.start, stop: box.start + box.count, lowHz: box.low * rate, highHz: box.high * rate },
    channel,
  ),
);

/** Measures the selection. It may be called as often as a pointer moves. */
export async function measureBox(
  { sampleRate: rate }: OpenedRecording,
  box: Box | undefined,
  channel: number,
): Promise<void> {
  if (!box || rate === undefined || box.count < 16 || !isResolved(box)) {
    return useBoxFigures.setState({ box, figures: undefined, failure: undefined });
  }
  useBoxFigures.setState({ computing: true });
  try {
    const figures = await measure({ box, rate, channel });
    if (figures && useWaterfall.getState().selection === box)
      useBoxFigures.setState({ box, figures, failure: undefined });
  } catch (error) {
    if (!isWorkerLoss(error)) {
      useBoxFigures.setState({ failure: describeFailure("The selection could not be measured.", error) });
    }
  }
  if (useWaterfall.getState().selection === box) useBoxFigures.setState({ computing: false });
}
