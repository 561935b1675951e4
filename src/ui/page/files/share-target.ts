import { namesOf } from "../../elements/attempt.ts";
import { say, unsay } from "../../elements/notices.ts";
import { SHARED } from "./shared-cache.ts";
import { takeFiles } from "./take-files.ts";

/** What the service worker says in place of the name of a share. */
const FAILURES: Readonly<Record<string, string>> = {
  failed: "The shared files were not opened: the browser has no room for them. Free some space, and share them again.",
  nothing: "What was shared holds no file, and no link to a scenario of this page.",
};

/** The share that this page opened last. */
let taken: string | undefined;

/** Opens the files of a share, and forgets them. */
export async function takeShared(share: string): Promise<void> {
  const failure = FAILURES[share];
  if (failure) return say(failure, "warning");
  taken = share;
  const files: File[] = [];
  const cache = await caches.open(SHARED);
  for (const key of await cache.keys()) {
    const { id, name } = partsOf(key);
    const response = id === share ? await cache.match(key) : undefined;
    if (!response) continue;
    files.push(new File([await response.blob()], name));
    await cache.delete(key);
  }
  if (files.length > 0) await takeFiles({ files, folders: [] }, { isNew: true });
  else say("The shared files were opened already. Share them again to open them again.", "warning", { brief: true });
}

/** Offers shared files that no page has opened, for example after a crash. */
export async function offerShared(): Promise<void> {
  const cache = await caches.open(SHARED);
  const keys = await cache.keys();
  const others = keys.map(partsOf).filter(({ id }) => id !== taken);
  const [first] = others;
  if (!first) return;
  const waiting = others.filter(({ id }) => id === first.id);
  const text = `Shared files wait to be opened: ${namesOf(waiting)}.`;
  const run = () => {
    unsay(text);
    void takeShared(first.id);
  };
  say(text, "info", { action: { label: "Open", run }, everywhere: true });
}

/** Returns the share to which a file of the cache belongs, and the file's name. */
function partsOf({ url }: Request): { id: string; name: string } {
  const [id, , name] = new URL(url).pathname.split("/").slice(-3);
  return { id, name: decodeURIComponent(name) };
}
