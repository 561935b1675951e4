import { type Context, perContext } from "../experiment.ts";
import type { Recording } from "./recording.ts";

/** The recordings that are open, for whoever receives, filters or looks at them. */
export const opened = perContext((): { recordings: readonly Recording[] } => ({ recordings: [] }));

/** @throws RangeError when there is no such recording. */
export function openedRecording(context: Context, index: number): Recording {
  const { recordings } = opened(context);
  const recording = recordings[index];
  if (!recording) throw new RangeError(`recording ${index + 1} of ${recordings.length} was asked for`);
  return recording;
}
