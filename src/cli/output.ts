import { jsonAround, jsonListPieces } from "../core/json-list.ts";
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
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type SortedTexts, textCount, textPieces } from "./item-texts.ts";
import { tellLauncher } from "./launcher.ts";
import { OutputError, reasonOf } from "./reason.ts";
import { atEnd, heedSignals, print, releaseSignals } from "./terminal.ts";

/** A file that gets its name when it is complete. Until then, an older file of that name stays unchanged. */
export interface Output {
  write(piece: Uint8Array | string): void;
  /** Writes over bytes that were written before, e.g. a header. A pipe or device cannot do this. */
  rewrite(at: number, piece: Uint8Array): void;
  /** Waits until the disk has all data, without blocking the process. */
  flush(): Promise<void>;
  /** Gives the file its name, and flushes it first if necessary. */
  finish(): void;
  /** Like `finish`, but keeps the older file until `settle` or `undo` is called. */
  exchange(): Exchanged;
  /** Removes what was written; does nothing after a finish. */
  discard(): void;
}

/** A finished file whose older version is still kept. */
interface Exchanged {
  /** Removes the older file. */
  settle(): void;
  /** Restores the older file, or removes the new one if there was none. */
  undo(): void;
}

/** Temporary files of this process. They are removed when it exits, also after a signal or an error. */
const unfinished = new Set<string>();
/** Older files, for as long as they may still be needed. They are removed in the same way. */
const older = new Set<string>();
function tellUnfinished(): void {
  tellLauncher({ unfinished: [...unfinished] });
  if (unfinished.size > 0) heedSignals();
  else releaseSignals();
}
atEnd(() => {
  for (const path of [...unfinished, ...older]) rmSync(path, { force: true });
});

/**
 * Writes a file completely or not at all: the pieces go to a temporary file of a new name in the same folder, which replaces
 * `path` at the end. If several processes write the same file, the last one's whole file remains.
 *
 * @throws Error that names the file if the disk is full or the folder cannot be written, and any error that the pieces
 * throw.
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

/** Like {@link writeWhole}, for a short text. */
export function writeText(path: string, text: string): void {
  const output = createOutput(path);
  try {
    output.write(text);
    output.finish();
  } finally {
    output.discard();
  }
}

/** Returns a result as the text of a JSON file. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a result to a file, completely or not at all; "-" is standard output. */
export function writeJson(target: string, value: unknown): void {
  const text = jsonText(value);
  if (target === "-") print(text);
  else writeText(target, text);
}

/**
 * Writes what {@link writeJson} writes of a report with a list as its last field. The list may be long: the text of a million frames
 * is too long for a string.
 */
export function writeJsonList(target: string, report: object, name: string, items: readonly unknown[]): void {
  writePieces(target, jsonListPieces(report, name, items));
}

/** Like {@link writeJsonList}, for items whose texts are ready. @param texts Without controls that a terminal would heed. */
export function writeJsonTexts(target: string, report: object, name: string, texts: readonly SortedTexts[]): void {
  const { before, after } = jsonAround(report, name, textCount(texts));
  writePieces(target, [before, ...textPieces(texts), after]);
}

function writePieces(target: string, pieces: Iterable<Uint8Array | string>): void {
  if (target === "-") {
    for (const piece of pieces) print(piece);
    return;
  }
  const output = createOutput(target);
  try {
    for (const piece of pieces) output.write(piece);
    output.finish();
  } finally {
    output.discard();
  }
}

/** Begins a file. {@link writeWhole} is simpler if the pieces come from an iterable. */
export function createOutput(path: string): Output {
  const [target, known] = [targetOf(path), existing(path)];
  // A pipe or device has no older content, and cannot be replaced.
  const inPlace = known !== undefined && !known.isFile();
  const partial = inPlace ? target : join(dirname(target), temporaryName(basename(target)));
  const file = named(path, () => openSync(partial, inPlace ? "w" : "wx", known?.mode));
  if (!inPlace) {
    unfinished.add(partial);
    tellUnfinished();
  }
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
    tellUnfinished();
  };
  return {
    write: (piece) => named(path, () => writeFileSync(file, piece)),
    rewrite: (at, piece) => named(path, () => void writeSync(file, piece, 0, piece.length, at)),
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
        const kept = keepOlder(target);
        try {
          rename();
        } catch (error) {
          kept?.putBack();
          throw error;
        }
        return {
          settle: () => kept?.remove(),
          undo: () => (kept ? kept.putBack() : rmSync(target, { force: true })),
        };
      }),
    discard() {
      close();
      if (!unfinished.delete(partial)) return;
      rmSync(partial, { force: true });
      tellUnfinished();
    },
  };
}

/**
 * Gives files that belong together their names in order: all of them or none. If one fails, the files before it get
 * their older versions back. A reader who finds the last file therefore finds the others too.
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

/** Gives the file at `target`, if there is one, a second name. */
function keepOlder(target: string): { putBack(): void; remove(): void } | undefined {
  if (!existing(target)?.isFile()) return undefined;
  const kept = join(dirname(target), temporaryName(basename(target)));
  try {
    linkSync(target, kept);
  } catch {
    // A file system without links: for a moment no file has the name.
    renameSync(target, kept);
  }
  older.add(kept);
  return {
    putBack() {
      renameSync(kept, target);
      older.delete(kept);
      // If both names lead to the same file, the system keeps both.
      rmSync(kept, { force: true });
    },
    remove() {
      rmSync(kept, { force: true });
      older.delete(kept);
    },
  };
}

/**
 * Checks, before any work, that a file can be written: its folder exists and is writable, and the path is not a folder.
 *
 * @throws Error that says what prevents it.
 */
export function checkOutput(path: string): void {
  if (path === "") throw new Error("the name of the file to write is empty; give a name");
  const known = named(path, () => existing(path));
  if (known?.isDirectory() || /[\\/]$/.test(path)) {
    throw new Error(`${path}: is the name of a folder; name a file in it, for example ${join(path, "result")}`);
  }
  named(path, () => known && accessSync(path, constants.W_OK));
  if (known && !known.isFile()) return;
  const folder = dirname(targetOf(path));
  const around = named(path, () => existing(folder));
  if (!around) throw new Error(`${path}: cannot be written, there is no folder ${folder}; make it first`);
  if (!around.isDirectory()) throw new Error(`${path}: cannot be written, ${folder} is a file, not a folder`);
  named(path, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

/** The new file gets the old one's permissions. `open` alone would apply the umask. */
function keepMode(file: number, mode: number): void {
  try {
    fchmodSync(file, mode);
  } catch {
    // The file system has no permissions.
  }
}

const existing = (path: string) => statSync(path, { throwIfNoEntry: false });

/** The number of links that Linux follows. */
const MOST_LINKS = 40;

/** Returns the file to which a name leads, which may not exist yet. A link stays a link: its target is replaced. */
export function targetOf(path: string): string {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    if (existsSync(target)) return realpathSync(target);
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }
  return path;
}

/** A name that no other writer and no person uses. File systems allow 255 bytes. */
const temporaryName = (name: string) => `.${name.slice(0, 60)}.${randomUUID()}.part`;

function fail(path: string, cause: unknown): never {
  if (cause instanceof OutputError) throw cause;
  throw new OutputError(`${path}: cannot be written: ${reasonOf(cause)}`, { cause });
}

function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return fail(path, error);
  }
}
