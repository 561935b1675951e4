import { attempt } from "../../elements/attempt.ts";
import { filesOfHandles, type Handle } from "../../kit/recording/handles.ts";
import { goTo } from "../page.ts";
import { takeFiles } from "./take-files.ts";

/** What the browser says when it launches the installed page. */
interface LaunchParams {
  readonly files?: readonly Handle[];
  readonly targetURL?: string | null;
}

interface LaunchQueue {
  setConsumer(consumer: (params: LaunchParams) => void): void;
}

/** The search of the address with which the manifest opens a window for files. */
const OPENED = "?opened";
/** The search with which the service worker opens the page for what was shared. */
const SHARED = /^\?shared=([\w-]+)$/;

/** Opens the files for which the page was opened or that were shared with it, and those that are opened with it later. */
export function followLaunches(): void {
  const { search, pathname, hash } = location;
  const [, shared] = SHARED.exec(search) ?? [];
  let isNew = search === OPENED;
  // The link does not hold the files.
  if (isNew || shared) history.replaceState(null, "", pathname + hash);
  const take = async ({ files = [], targetURL }: LaunchParams) => {
    const options = { isNew };
    isNew = false;
    if (files.length === 0) await followLink(targetURL);
    else await attempt(files, async () => takeFiles({ files: await filesOfHandles(files), folders: [] }, options));
  };
  // One after another, in the order of the launches.
  let last = shared ? import("./share-target.ts").then(({ takeShared }) => takeShared(shared)) : Promise.resolve();
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer((params) => {
    last = last.then(() => take(params));
  });
}

/** The browser has brought this page to the front without changing its address. */
async function followLink(target: string | null | undefined): Promise<void> {
  const { hash } = new URL(target ?? "", location.href);
  if (target && hash !== "" && hash !== location.hash) await goTo(hash);
}
