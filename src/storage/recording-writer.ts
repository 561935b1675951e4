import { openDocument, writeAll } from "./document.ts";
import type { Folder } from "./folder.ts";
import { ABOUT, type RecordingAbout, SAMPLES } from "./item.ts";

/** Milliseconds between two flushes. A loss of power loses what was not flushed; a crash of the browser does not. */
const FLUSH_MS = 1000;
/** A flush stops the thread. Slow disks are flushed less often, so that it takes at most 1/20 of the time. */
const LEAST_REST = 20;

/** Writes a recording into the store as it comes. */
export interface RecordingWriter {
  /**
   * Writes samples. New captures are on the disk before the samples after them.
   *
   * @throws The file system's errors, with all whole pieces before kept.
   */
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /** All that was written. */
  samples(): Promise<Blob>;
  /** Closes the file. @param ended False: the description says that the recording was cut. */
  close(ended: boolean): Promise<void>;
}

/** @param about It may gain captures during the recording. */
export async function createRecordingWriter(
  kept: Folder,
  id: string,
  about: RecordingAbout,
  clock: () => number = () => performance.now(),
): Promise<RecordingWriter> {
  const folder = await kept.getDirectoryHandle(id, { create: true });
  const description = await openDocument(folder, ABOUT);
  const lastCapture = () => about.content.captures?.at(-1);
  let described = lastCapture();
  await description.write(JSON.stringify(about));
  const file = await folder.getFileHandle(SAMPLES, { create: true });
  if (!file.createSyncAccessHandle) throw new Error("This browser cannot write files in a worker");
  const open = await file.createSyncAccessHandle();
  let [size, flushAt] = [0, clock() + FLUSH_MS];
  return {
    async write(piece) {
      const capture = lastCapture();
      if (capture !== described) {
        await description.write(JSON.stringify(about));
        described = capture;
      }
      try {
        writeAll(open, piece, size);
      } catch (error) {
        // The start of a piece would be followed by nothing: the caller keeps the whole piece elsewhere.
        open.truncate(size);
        throw error;
      }
      size += piece.length;
      const now = clock();
      if (now < flushAt) return;
      open.flush();
      const after = clock();
      flushAt = after + Math.max(FLUSH_MS, LEAST_REST * (after - now));
    },
    async samples() {
      return (await file.getFile()).slice(0, size);
    },
    async close(ended) {
      try {
        open.flush();
      } finally {
        open.close();
      }
      if (ended) await description.write(JSON.stringify({ ...about, ended }));
    },
  };
}
