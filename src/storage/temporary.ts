import type { TemporaryFile } from "#core/temporary-file.ts";
import { writeAll } from "./document.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { holdLock } from "./hold-lock.ts";

/** The Web Lock of the tab that uses a temporary file. */
const lockOf = (name: string) => `threeray temporary ${name}`;

/**
 * Opens a file on the disk of the browser, for one tab. It is deleted when the tab no longer needs it, or by a later tab.
 *
 * @param least Bytes that it will hold at least.
 * @throws Error that says why the browser has no room for it.
 */
export async function openTemporary(least: number): Promise<TemporaryFile> {
  const folder = await temporaryFolder();
  await deleteUnused(folder);
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < least) {
    const megabytes = Math.max(0, Math.floor((quota - usage) / 1e6));
    throw new Error(`the browser has room for ${megabytes} MB`);
  }
  const name = crypto.randomUUID();
  const release = await holdLock(lockOf(name));
  const file = await folder.getFileHandle(name, { create: true });
  const writing = await file.createSyncAccessHandle?.();
  let bytes = 0;
  const remove = async () => {
    writing?.close();
    await folder.removeEntry(name).finally(release);
  };
  if (!writing) {
    await remove();
    throw new Error("this browser cannot write files in a worker");
  }
  return {
    write(piece) {
      try {
        writeAll(writing, piece, bytes);
      } catch (cause) {
        throw new Error("the browser has no room for more", { cause });
      }
      bytes += piece.length;
    },
    async finish() {
      writing.close();
      const content = await file.getFile();
      // A private window keeps its files in memory, where less may fit than it took.
      if (content.size === bytes) return content;
      throw new Error(`the browser kept ${content.size} of ${bytes} bytes`);
    },
    remove,
  };
}

/** Deletes the files of tabs that are gone. */
async function deleteUnused(folder: Folder): Promise<void> {
  for await (const name of folder.keys()) {
    const release = await holdLock(lockOf(name));
    if (release) await folder.removeEntry(name).finally(release);
  }
}

/** Deletes the temporary files of tabs that are gone, if there are any. */
export async function deleteTemporary(): Promise<void> {
  await deleteUnused(await temporaryFolder());
}
