import type { Folder, OpenFile, StoredFile } from "./folder.ts";

/** A change of a disk. */
export type Change =
  | { do: "create"; path: string }
  | { do: "write"; path: string; bytes: Uint8Array; at: number }
  | { do: "truncate"; path: string; size: number };

/** A disk in memory, with the order of its changes. */
export interface FakeDisk {
  root: Folder;
  /** All changes so far. */
  readonly log: readonly Change[];
  /** Contents of each file by its path. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

interface FakeDiskOptions {
  /** Called before each change; it may throw. */
  before?: (change: Change, index: number) => void;
  /** A write takes at most this many bytes at once. */
  most?: number;
}

const missing = (path: string) => new DOMException(`${path} is not there`, "NotFoundError");

/** Makes a change; of a write, only the first bytes. */
function apply(files: Map<string, Uint8Array<ArrayBuffer>>, change: Change, part = Infinity): void {
  const old = files.get(change.path) ?? new Uint8Array(0);
  const resized = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(old.subarray(0, size));
    return bytes;
  };
  if (change.do === "create") files.set(change.path, old);
  else if (change.do === "truncate") files.set(change.path, resized(change.size));
  else {
    const piece = change.bytes.subarray(0, part);
    const bytes = resized(Math.max(old.length, change.at + piece.length));
    bytes.set(piece, change.at);
    files.set(change.path, bytes);
  }
}

/** Returns a disk after the first changes of a log, and after some bytes of the next one: as a crash leaves it. */
export function diskAfter(log: readonly Change[], changes: number, bytes = 0): FakeDisk {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const change of log.slice(0, changes)) apply(files, change);
  const next = log[changes];
  if (next?.do === "write" && bytes > 0) apply(files, next, bytes);
  return fakeDisk(files);
}

/** Returns a disk. Files open for one writer at a time, as in a browser. */
export function fakeDisk(
  files = new Map<string, Uint8Array<ArrayBuffer>>(),
  { before = () => {}, most = Infinity }: FakeDiskOptions = {},
): FakeDisk {
  const log: Change[] = [];
  const opened = new Set<string>();
  const make = (change: Change) => {
    before(change, log.length);
    log.push(change);
    apply(files, change);
  };

  function open(path: string): OpenFile {
    if (opened.has(path)) throw new DOMException(`${path} is open`, "NoModificationAllowedError");
    opened.add(path);
    const bytes = () => files.get(path)!;
    return {
      read(into, { at }) {
        const piece = bytes().subarray(at, at + into.length);
        into.set(piece);
        return piece.length;
      },
      write(given, { at }) {
        const piece = given.slice(0, most);
        make({ do: "write", path, bytes: piece, at });
        return piece.length;
      },
      truncate: (size) => void (size !== bytes().length && make({ do: "truncate", path, size })),
      getSize: () => bytes().length,
      flush() {},
      close: () => void opened.delete(path),
    };
  }

  function folder(prefix: string): Folder {
    const inside = () => [...files.keys()].filter((path) => path.startsWith(prefix));
    return {
      async getFileHandle(name, { create = false } = {}): Promise<StoredFile> {
        const path = prefix + name;
        if (!files.has(path)) {
          if (!create) throw missing(path);
          make({ do: "create", path });
        }
        return {
          getFile: async () => new Blob([files.get(path)!]),
          createSyncAccessHandle: async () => open(path),
        };
      },
      getDirectoryHandle: async (name) => folder(`${prefix}${name}/`),
      async removeEntry(name) {
        for (const path of inside()) if (path.startsWith(`${prefix}${name}`)) files.delete(path);
      },
      async *keys() {
        yield* new Set(inside().map((path) => path.slice(prefix.length).split("/")[0]));
      },
    };
  }

  return { root: folder(""), log, files };
}
