import { SHARED } from "../files/shared-cache.ts";
import { keptFolder } from "../../../storage/folder.ts";

/**
 * At the start of a visit: offers what a crash or a closed tab has cut, and shared files that were not opened. Browsers without
 * storage offer nothing.
 */
export async function offerKept(): Promise<void> {
  // A page that was just opened for shared files takes them.
  const isOpening = location.search.startsWith("?shared=");
  if (!isOpening && (await caches.has(SHARED)))
    void import("../files/share-target.ts").then(({ offerShared }) => offerShared());
  for await (const _ of (await keptFolder()).keys()) {
    const { offerCut } = await import("./kept.ts");
    return offerCut();
  }
}
