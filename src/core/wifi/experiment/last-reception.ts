import type { Excerpt } from "../../capture/excerpt.ts";
import { type Context, perContext } from "../../experiment.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import type { ChannelWidth } from "../receiver/channel-width.ts";
import type { ReceivedFrame } from "../receiver/received-frame.ts";

/** The recording to receive: its index among the open recordings, or a part of it. */
export interface FrameReceptionStart {
  index: number;
  part?: Excerpt;
  settings: { width: ChannelWidth; estimator: EstimatorName };
}

interface LastReception extends FrameReceptionStart {
  /** All frames so far. */
  frames: readonly ReceivedFrame[];
}

const last = perContext((): { reception?: LastReception } => ({}));

/** Remembers what a reception is made of, and its growing list of frames, until the next one. */
export function rememberReception(
  context: Context,
  start: FrameReceptionStart,
  frames: readonly ReceivedFrame[],
): void {
  last(context).reception = { ...start, frames };
}

/** @throws Error if nothing was received since the worker started. */
export function lastReception(context: Context): LastReception {
  const { reception } = last(context);
  if (!reception) throw new Error("wifi: the frames are no longer known; run the receiver again");
  return reception;
}
