import { EXTENSIONS } from "#core/capture/extensions.ts";
import { extensionOf } from "#core/capture/file-name.ts";
import { companionOf } from "#core/capture/formats/portapack.ts";
import { say } from "../../elements/notices.ts";
import { isNewest, openFiles, type OpenRequest, refuseFiles } from "./recording.ts";

/** Largest number of files searched for a folder's recordings. */
const MOST_FILES = 2000;

/** Opens the recordings in a folder. */
export async function openFolder(name: string, files: readonly File[], request?: OpenRequest): Promise<void> {
  const companions = new Set(files.map((file) => companionOf(file.name)));
  const recordings = files.filter((file) => {
    return EXTENSIONS.includes(extensionOf(file.name)) || companions.has(file.name.toLowerCase());
  });
  if (recordings.length > 0) {
    if (files.length >= MOST_FILES)
      say(`“${name}” holds many files: recordings among the first ${MOST_FILES} were opened.`);
    await openFiles(recordings, {}, undefined, request);
    return;
  }
  if (request && !isNewest(request)) return;
  const found = files.length ? `${files.length} other ${files.length === 1 ? "file" : "files"}` : "no files";
  refuseFiles(`“${name}” is a folder without recordings: found ${found}, expected SigMF, WAV, NumPy or raw samples.`);
}

/** Returns the files in a dropped folder and in the folders in it. */
export async function filesOf(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const found: File[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next && found.length < MOST_FILES; next = waiting.pop()) {
    const reader = next.createReader();
    // A reader returns a hundred entries at a time, and none at the end.
    for (;;) {
      const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) break;
      for (const entry of entries) {
        if (entry.isDirectory) waiting.push(entry as FileSystemDirectoryEntry);
        else found.push(await fileOf(entry as FileSystemFileEntry));
      }
    }
  }
  return found;
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));
