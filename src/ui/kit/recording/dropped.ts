import { canOpen, openFiles } from "./recording.ts";
import type { Handle } from "./recents.ts";

/** Opens dropped files, or the recordings in dropped folders. */
export async function takeDropped({ items, files }: DataTransfer): Promise<void> {
  // Read all entries now: the transfer is empty after the first await.
  const list = [...files];
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const handles = [...items].map((item) => askHandle(item));
  if (!canOpen()) return;
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  if (folders.length === 0) {
    if (!list.length || !(await openFiles(list))) return;
    const { rememberHandles } = await import("./recents.ts");
    void rememberHandles(await Promise.all(handles));
    return;
  }
  // Fetched with the first folder.
  const { filesOf, openFolder } = await import("./folder.ts");
  const inside = (await Promise.all(folders.map((folder) => filesOf(folder)))).flat();
  const beside = list.filter((_, i) => !entries[i]?.isDirectory);
  await openFolder(folders.map(({ name }) => name).join(", "), [...beside, ...inside]);
}

function askHandle(item: DataTransferItem): Promise<Handle | undefined> {
  const { getAsFileSystemHandle } = item as DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };
  if (!getAsFileSystemHandle) return Promise.resolve(undefined);
  return getAsFileSystemHandle.call(item).then(
    (handle) => handle ?? undefined,
    () => undefined,
  );
}
