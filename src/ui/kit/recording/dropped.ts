import { EXTENSIONS } from "#core/capture/extensions.ts";
import { extensionOf } from "#core/capture/file-name.ts";
import { companionOf } from "#core/capture/portapack.ts";
import { say } from "../../elements/notices.ts";
import { canOpen, openFiles, refuseFiles } from "./recording.ts";
import { type Handle, rememberHandles } from "./recents.ts";

/** Largest number of files searched for a folder's recordings. */
const MOST_FILES = 2000;

/** Opens dropped files, or the recordings in dropped folders. */
export async function takeDropped({ items, files }: DataTransfer): Promise<void> {
  // Read all entries now: the transfer is empty after the first await.
  const list = [...files];
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const handles = [...items].map((item) => askHandle(item));
  if (!canOpen()) return;
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  if (folders.length === 0) {
    if (list.length && (await openFiles(list))) void rememberHandles(await Promise.all(handles));
    return;
  }
  const inside = (await Promise.all(folders.map((folder) => filesOf(folder)))).flat();
  const beside = list.filter((_, i) => !entries[i]?.isDirectory);
  await openFolder(folders.map(({ name }) => name).join(", "), [...beside, ...inside]);
}

/** Opens the recordings in a folder. */
export async function openFolder(name: string, files: readonly File[]): Promise<void> {
  const companions = new Set(files.map((file) => companionOf(file.name)));
  const recordings = files.filter((file) => {
    return EXTENSIONS.includes(extensionOf(file.name)) || companions.has(file.name.toLowerCase());
  });
  if (recordings.length > 0) {
    if (files.length >= MOST_FILES)
      say(`“${name}” holds many files: recordings among the first ${MOST_FILES} were opened.`);
    await openFiles(recordings);
    return;
  }
  const found = files.length ? `${files.length} other ${files.length === 1 ? "file" : "files"}` : "no files";
  refuseFiles(`“${name}” is a folder without recordings: found ${found}, expected SigMF, WAV, NumPy or raw samples.`);
}

function askHandle(item: DataTransferItem): Promise<Handle | undefined> {
  const { getAsFileSystemHandle } = item as DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };
  if (!getAsFileSystemHandle) return Promise.resolve(undefined);
  return getAsFileSystemHandle.call(item).then(
    (handle) => handle ?? undefined,
    () => undefined,
  );
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<File[]> {
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
