import { keepHandle, type Handle } from "./recording/handles.ts";

/** Files that a person has dropped on the page, opened with it, or shared with it. */
export interface GivenFiles {
  files: readonly File[];
  /** Dropped folders. */
  folders: readonly FileSystemDirectoryEntry[];
}

/** Reads a drop. Call it at once: a transfer is empty after the first pause. */
export function filesOfDrop({ items }: DataTransfer): GivenFiles {
  const given: { files: File[]; folders: FileSystemDirectoryEntry[] } = { files: [], folders: [] };
  for (const item of items) {
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    if (entry?.isDirectory) given.folders.push(entry as FileSystemDirectoryEntry);
    else if (file) {
      given.files.push(file);
      const handle = askHandle(item);
      if (handle) keepHandle(file, handle);
    }
  }
  return given;
}

function askHandle(item: DataTransferItem): Promise<Handle | undefined> | undefined {
  const { getAsFileSystemHandle } = item as DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };
  return getAsFileSystemHandle?.call(item).then(
    (handle) => handle ?? undefined,
    () => undefined,
  );
}
