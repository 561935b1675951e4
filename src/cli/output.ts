import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

/** A file that takes its name when it is complete. Until then, an older file of that name stays as it is. */
interface Output {
  write(piece: Uint8Array | string): void;
  /** Waits until the disk has it all, without holding up the rest of the process. */
  flush(): Promise<void>;
  /** Gives the file its name; flushes first where that was not done. */
  finish(): void;
  /** As `finish`, and keeps the older file until one of the two is called. */
  exchange(): Exchanged;
  /** Removes what was written; does nothing after a finish. */
  discard(): void;
}

/** A file that has its name, while the older one of that name is still there. */
interface Exchanged {
  /** Removes the older file. */
  settle(): void;
  /** Puts the older file back, or removes the new one where there was none. */
  undo(): void;
}

/** Temporary files of this process. They go when it exits, whatever ends it: a signal, an error, an exit in between. */
const unfinished = new Set<string>();
process.on("exit", () => {
  for (const path of unfinished) rmSync(path, { force: true });
});

/**
 * Writes a file completely or not at all: the pieces go to a temporary file of a new name in the same folder, which replaces
 * `path` at the end. Of several writers the last one wins, with all of its file.
 *
 * @throws Error that names the file, when the disk is full or the folder refuses; and whatever the pieces throw.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<void> {
  const output = createOutput(path);
  try {
    for await (const piece of pieces) output.write(piece);
    await output.flush();
    output.finish();
  } finally {
    output.discard();
  }
}

/** The same for a short text, in one go. */
export function writeText(path: string, text: string): void {
  const output = createOutput(path);
  try {
    output.write(text);
    output.finish();
  } finally {
    output.discard();
  }
}

/** Begins a file; see {@link writeWhole} for one whose pieces are at hand. */
export function createOutput(path: string): Output {
  const [target, known] = [targetOf(path), existing(path)];
  // A pipe or a device holds no older file, and cannot be replaced.
  const inPlace = known !== undefined && !known.isFile();
  const partial = inPlace ? target : join(dirname(target), temporaryName(basename(target)));
  const file = named(path, () => openSync(partial, inPlace ? "w" : "wx", known?.mode));
  if (!inPlace) unfinished.add(partial);
  if (known?.isFile()) keepMode(file, known.mode);
  let [open, flushed] = [true, inPlace];
  const close = () => {
    if (open) closeSync(file);
    open = false;
  };
  const complete = () => {
    if (!flushed) fsyncSync(file);
    close();
  };
  const rename = () => {
    renameSync(partial, target);
    unfinished.delete(partial);
  };
  return {
    write: (piece) => named(path, () => writeFileSync(file, piece)),
    async flush() {
      if (!flushed) await promisify(fsync)(file).catch((error) => fail(path, error));
      flushed = true;
    },
    finish: () =>
      named(path, () => {
        complete();
        if (!inPlace) rename();
      }),
    exchange: () =>
      named(path, () => {
        complete();
        if (inPlace) return { settle() {}, undo() {} };
        const older = keepOlder(target);
        try {
          rename();
        } catch (error) {
          older?.putBack();
          throw error;
        }
        return {
          settle: () => older?.remove(),
          undo: () => (older ? older.putBack() : rmSync(target, { force: true })),
        };
      }),
    discard() {
      close();
      if (!unfinished.delete(partial)) return;
      rmSync(partial, { force: true });
    },
  };
}

/**
 * Gives files that belong together their names, in their order: all of them or none. Where one cannot have its name, those before it
 * become again what they were. A reader who finds the last one therefore finds the others too.
 *
 * @throws Error that names the file which cannot have its name.
 */
export function finishTogether(outputs: readonly Output[]): void {
  const exchanged: Exchanged[] = [];
  try {
    for (const output of outputs) exchanged.push(output.exchange());
  } catch (error) {
    for (const { undo } of exchanged.toReversed()) undo();
    throw error;
  }
  for (const { settle } of exchanged) settle();
}

/** Gives the file that is at `target`, if one is, a second name. */
function keepOlder(target: string): { putBack(): void; remove(): void } | undefined {
  if (!existing(target)?.isFile()) return undefined;
  const kept = join(dirname(target), temporaryName(basename(target)));
  try {
    linkSync(target, kept);
  } catch {
    // A file system without links: the name is free for a moment.
    renameSync(target, kept);
  }
  unfinished.add(kept);
  return {
    putBack() {
      renameSync(kept, target);
      unfinished.delete(kept);
      // Of two names of one file the system leaves both.
      rmSync(kept, { force: true });
    },
    remove() {
      rmSync(kept, { force: true });
      unfinished.delete(kept);
    },
  };
}

/**
 * Checks, before any work, that a file can be written: its folder exists and takes files, and it is no folder itself.
 *
 * @throws Error that says what is in the way.
 */
export function checkOutput(path: string): void {
  if (path === "") throw new Error("the name of the file to write is empty; give a name");
  const known = named(path, () => existing(path));
  if (known?.isDirectory() || /[\\/]$/.test(path)) {
    throw new Error(`${path}: is the name of a folder; name a file in it, such as ${join(path, "result")}`);
  }
  named(path, () => known && accessSync(path, constants.W_OK));
  if (known && !known.isFile()) return;
  const folder = dirname(targetOf(path));
  const around = named(path, () => existing(folder));
  if (!around) throw new Error(`${path}: cannot be written, there is no folder ${folder}; make it first`);
  if (!around.isDirectory()) throw new Error(`${path}: cannot be written, ${folder} is a file and not a folder`);
  named(path, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

/** Whoever could read and write the old file can do so with the new one; `open` alone takes the umask's bits away. */
function keepMode(file: number, mode: number): void {
  try {
    fchmodSync(file, mode);
  } catch {
    // A file system without modes.
  }
}

const existing = (path: string) => statSync(path, { throwIfNoEntry: false });

/** A link stays a link: the file that it leads to is replaced. */
const targetOf = (path: string) => (existsSync(path) ? realpathSync(path) : path);

/** No other writer takes this name, and no person would. File systems allow 255 bytes. */
const temporaryName = (name: string) => `.${name.slice(0, 60)}.${randomUUID()}.part`;

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file grows beyond what the system allows",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOENT: "its folder does not exist",
  ENOTDIR: "a part of the path is a file and not a folder",
  EISDIR: "it is a folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open",
  EIO: "the disk reports an error",
};

/** What a system's error means, in words. */
export function reasonOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return REASONS[code] ? `${REASONS[code]} (${code})` : message;
}

function fail(path: string, cause: unknown): never {
  throw new Error(`${path}: cannot be written: ${reasonOf(cause)}`, { cause });
}

function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return fail(path, error);
  }
}
