import { create } from "zustand";
import { filesOfHandles, type Handle } from "./handles.ts";
import { openFiles, requestOpening } from "./recording.ts";
import { say } from "../../elements/notices.ts";

/** Files that were opened together. */
export interface Recent {
  /** Their names. */
  name: string;
  handles: Handle[];
  /** When, in milliseconds since 1970. */
  opened: number;
}

export const useRecents = create<{ recents: readonly Recent[] }>()(() => ({ recents: [] }));

const MOST = 8;
const STORE = "recents";

/** Opens the browser's dialog that returns handles; undefined if the browser has none, or no file was chosen. */
export async function pickFiles(): Promise<File[] | undefined> {
  const { showOpenFilePicker } = window as { showOpenFilePicker?(options: object): Promise<Handle[]> };
  const handles = await showOpenFilePicker?.({ multiple: true }).catch((error: Error) => {
    if (error.name === "AbortError") return [];
    throw error;
  });
  if (!handles?.length) return undefined;
  const files = await filesOfHandles(handles);
  if (await openFiles(files)) await rememberHandles(handles);
  return files;
}

/** Returns true if the browser can remember files. */
export const remembers = () => "showOpenFilePicker" in window;

/** Remembers opened files, the newest first. */
export async function rememberHandles(given: readonly Handle[]): Promise<void> {
  const handles = given.filter(({ kind }) => kind === "file");
  if (handles.length === 0) return;
  const name = handles.map((handle) => handle.name).join(", ");
  const others = useRecents.getState().recents.filter((recent) => recent.name !== name);
  await keep([{ name, handles, opened: Date.now() }, ...others].slice(0, MOST));
}

/** Opens remembered files. The browser may ask the person for permission. */
export async function openRecent({ name, handles }: Recent): Promise<void> {
  const request = requestOpening();
  try {
    for (const handle of handles) {
      const mode = { mode: "read" } as const;
      const allowed = (await handle.queryPermission?.(mode)) ?? "granted";
      if (allowed !== "granted" && (await handle.requestPermission?.(mode)) !== "granted") {
        say(`${handle.name} was not opened: the browser has no permission to read it.`, "warning", { brief: true });
        return;
      }
    }
    const files = await filesOfHandles(handles);
    if (await openFiles(files, {}, undefined, request)) await rememberHandles(handles);
  } catch (error) {
    const gone = (error as Error).name === "NotFoundError";
    say(
      `${name} ${gone ? "has been moved or deleted" : `could not be opened. ${(error as Error).message}`}.`,
      "warning",
    );
    if (gone) await forgetRecent(name);
  }
}

export function forgetRecent(name: string): Promise<void> {
  return keep(useRecents.getState().recents.filter((recent) => recent.name !== name));
}

/** Shows the files once they are stored: a page that is left at once has then remembered what it showed. */
async function keep(recents: readonly Recent[]): Promise<void> {
  await inStore("readwrite", (store) => store.put(recents, STORE));
  useRecents.setState({ recents });
}

/** Returns the remembered files; none if storage is blocked. */
export async function recallRecents(): Promise<void> {
  const recents = await inStore("readonly", (store) => store.get(STORE));
  if (Array.isArray(recents)) useRecents.setState({ recents: recents as Recent[] });
}

function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return opened()
    .then(async (database) => {
      const transaction = database.transaction(STORE, mode);
      const committed = new Promise((resolve, reject) => {
        transaction.addEventListener("complete", resolve);
        transaction.addEventListener("abort", () => reject(transaction.error));
      });
      const [result] = await Promise.all([done(work(transaction.objectStore(STORE))), committed]);
      database.close();
      return result;
    })
    .catch(() => undefined);
}

async function opened(): Promise<IDBDatabase> {
  const opening = indexedDB.open("threeray", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
  return done(opening);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
