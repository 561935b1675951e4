import { type Context, perContext } from "../experiment.ts";
import type { Recording } from "./recording.ts";

/** The open recordings, which all labs share. */
export const opened = perContext((): { recordings: readonly Recording[] } => ({ recordings: [] }));

/** @throws RangeError when the recording does not exist. */
export function openedRecording(context: Context, index: number): Recording {
  const { recordings } = opened(context);
  const recording = recordings[index];
  if (!recording) throw new RangeError(`recording ${index + 1} does not exist: ${recordings.length} are open`);
  return recording;
}
