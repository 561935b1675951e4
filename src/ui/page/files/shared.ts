import { say } from "../../elements/notices.ts";
import { takeFiles } from "./take-files.ts";

/** The service worker's cache of shared files. */
const CACHE = "shared with threeray";

/** What the service worker says in place of the name of a share. */
const FAILURES: Readonly<Record<string, string>> = {
  failed: "The shared files were not opened: the browser has no room for them. Free some space, and share them again.",
  nothing: "What was shared holds no file, and no link to a scenario of this page.",
};

/** Opens the files of a share, and forgets them. */
export async function takeShared(share: string): Promise<void> {
  const failure = FAILURES[share];
  if (failure) return say(failure, "warning");
  const files: File[] = [];
  const cache = await caches.open(CACHE);
  for (const key of await cache.keys()) {
    const [id, , name] = new URL(key.url).pathname.split("/").slice(-3);
    const response = id === share ? await cache.match(key) : undefined;
    if (!response) continue;
    files.push(new File([await response.blob()], decodeURIComponent(name)));
    await cache.delete(key);
  }
  if (files.length > 0) await takeFiles({ files, folders: [] }, { isNew: true });
  else say("The shared files were opened already. Share them again to open them again.", "warning", { brief: true });
}
