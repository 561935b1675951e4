/** An open file of a dedicated worker, for itself alone: `FileSystemSyncAccessHandle`. */
export interface OpenFile {
  read(bytes: Uint8Array, options: { at: number }): number;
  /** Returns the number of bytes written. @throws QuotaExceededError without space. */
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  /** Returns when the disk has everything. */
  flush(): void;
  close(): void;
}

/** The part of `FileSystemFileHandle` that the store uses. */
export interface StoredFile {
  getFile(): Promise<Blob>;
  createSyncAccessHandle?(): Promise<OpenFile>;
}

/** The part of `FileSystemDirectoryHandle` that the store uses. A test has another one. */
export interface Folder {
  getFileHandle(name: string, options?: { create?: boolean }): Promise<StoredFile>;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<Folder>;
  removeEntry(name: string, options?: { recursive?: boolean }): Promise<void>;
  keys(): AsyncIterable<string>;
}

/**
 * Returns the folder of everything that this page keeps in the origin private file system.
 *
 * @throws Error that says why, e.g. in a private window.
 */
export const keptFolder = (): Promise<Folder> => folderOf("kept");

/** Returns the folder of files that are deleted with the tab that uses them. @throws Like {@link keptFolder}. */
export const temporaryFolder = (): Promise<Folder> => folderOf("temporary");

async function folderOf(name: string): Promise<Folder> {
  const { storage } = navigator;
  if (!storage?.getDirectory) throw new Error("This browser or this window has no storage for files");
  const root = (await storage.getDirectory()) as unknown as Folder;
  return root.getDirectoryHandle(name, { create: true });
}
