import { realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { targetOf } from "./output.ts";

/** A file that a command reads or writes. */
export interface UsedFile {
  path: string;
  /** What names the file, for messages: an option, or a block of a graph. */
  by: string;
}

/** The files that a command uses. Pipes and devices may be among them; standard output is no file. */
export interface UsedFiles {
  reads: readonly UsedFile[];
  writes: readonly UsedFile[];
}

/**
 * Checks that a command writes each file once, and none that it reads. Names are compared by the file that they lead to, through
 * links, other spellings of a folder, and upper and lower case where the disk ignores it.
 *
 * @throws RangeError that names both uses of a file.
 */
export function checkDistinct({ reads, writes }: UsedFiles): void {
  const written = new Map<string, UsedFile>();
  for (const file of writes) {
    const identity = identityOf(file.path);
    if (identity === undefined) continue;
    const other = written.get(identity);
    if (other) {
      throw new RangeError(`${other.by} and ${file.by} write the same file, ${both(other, file)}; give two names`);
    }
    written.set(identity, file);
  }
  for (const file of reads) {
    const other = written.get(identityOf(file.path) ?? "");
    if (!other) continue;
    throw new RangeError(
      `${other.by} would overwrite the file that ${file.by} reads, ${both(other, file)}; give it another name`,
    );
  }
}

const both = ({ path }: UsedFile, other: UsedFile) => (path === other.path ? path : `${path}, which is ${other.path}`);

/**
 * Returns the same text for all names of one file, also of one that does not exist yet; undefined for pipes and devices, and for
 * names that lead nowhere. Other checks report these.
 */
function identityOf(path: string): string | undefined {
  try {
    const target = targetOf(path);
    const known = statSync(target, { bigint: true, throwIfNoEntry: false });
    if (known && !known.isFile()) return undefined;
    // Some file systems have no numbers.
    if (known) return known.ino ? `${known.dev}:${known.ino}` : realpathSync.native(target);
    const folder = statSync(dirname(target), { bigint: true });
    const name = basename(target);
    return `${folder.dev}:${folder.ino}/${ignoresCase(dirname(target)) ? name.normalize("NFC").toLowerCase() : name}`;
  } catch {
    return undefined;
  }
}

/** Whether a folder is also found under its name in the other case. */
function ignoresCase(folder: string): boolean {
  const real = realpathSync(folder);
  const swapped = real.replace(/\p{L}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return letter === lower ? letter.toUpperCase() : lower;
  });
  if (swapped === real) return false;
  const [one, other] = [real, swapped].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return one?.ino !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
