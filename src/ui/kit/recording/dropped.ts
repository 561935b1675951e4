import type { GivenFiles } from "../given-files.ts";
import { canOpen, openFiles, requestOpening } from "./recording.ts";
import { handlesOf } from "./handles.ts";

/** Opens files that a person has given to the page, or the recordings in dropped folders. */
export async function takeDropped({ files, folders }: GivenFiles): Promise<void> {
  if (!canOpen()) return;
  if (folders.length === 0) {
    if (!files.length || !(await openFiles([...files]))) return;
    const { rememberHandles } = await import("./recents.ts");
    void rememberHandles(await handlesOf(files));
    return;
  }
  const request = requestOpening();
  // Fetched with the first folder.
  const { filesOf, openFolder } = await import("./folder.ts");
  const inside = (await Promise.all(folders.map((folder) => filesOf(folder)))).flat();
  await openFolder(folders.map(({ name }) => name).join(", "), [...files, ...inside], request);
}
