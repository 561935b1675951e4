/** A file's handle from the File System Access API. It is stored on this computer and never uploaded. */
export interface Handle extends FileSystemHandle {
  getFile?(): Promise<File>;
  queryPermission?(descriptor: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: "read" }): Promise<PermissionState>;
}

const handles = new WeakMap<File, Handle | Promise<Handle | undefined>>();

/** Keeps the handle from which a file came, or a promise of it. */
export function keepHandle(file: File, handle: Handle | Promise<Handle | undefined>): void {
  handles.set(file, handle);
}

/** Returns the files of handles, and keeps the handles. */
export function filesOfHandles(given: readonly Handle[]): Promise<File[]> {
  return Promise.all(
    given.map(async (handle) => {
      const file = await handle.getFile!();
      keepHandle(file, handle);
      return file;
    }),
  );
}

/** Returns the handles from which files came. Files without a handle are left out. */
export async function handlesOf(files: readonly File[]): Promise<Handle[]> {
  const found = await Promise.all(files.map((file) => handles.get(file)));
  return found.filter((handle) => handle !== undefined);
}
