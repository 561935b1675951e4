import { type Context, perContext } from "../experiment.ts";
import type { TemporaryFile } from "../temporary-file.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Overview } from "./overview.ts";
import type { FinePart } from "./refinement.ts";
import type { Recording } from "./recording.ts";

/** The open recordings, which all labs share. */
export const opened = perContext(
  (): {
    recordings: readonly Recording[];
    files: readonly ByteSource[];
    /** The files and how their samples are read, as text. */
    layout?: string;
    /** Files with what was unpacked of them. */
    temporary: readonly TemporaryFile[];
    /** The overview of one of the recordings, by its index, and finer ones of its parts. */
    overview?: { index: number; of: Overview; parts: readonly FinePart[] };
  } => ({ recordings: [], files: [], temporary: [] }),
);

/**
 * Returns one of the open files, as its bytes.
 *
 * @param name Its name, also with folders. Any name will do where a single file is open.
 * @throws RangeError when no such file is open.
 */
export function openedFile(context: Context, name: string): ByteSource {
  const { files } = opened(context);
  const wanted = name.replace(/^.*[/\\]/, "");
  const file = files.length === 1 ? files[0] : files.find((one) => one.name === wanted);
  if (file) return file;
  throw new RangeError(
    files.length
      ? `The file “${wanted}” is not among the open ones`
      : `No file is open. Choose “${wanted}” in the fields of this block`,
  );
}

/** @throws RangeError when the recording does not exist. */
export function openedRecording(context: Context, index: number): Recording {
  const { recordings } = opened(context);
  const recording = recordings[index];
  if (!recording) throw new RangeError(`recording ${index + 1} does not exist: ${recordings.length} are open`);
  return recording;
}
