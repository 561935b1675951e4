import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, with the folders around it. A folder that exists stays. Node's own recursive mkdir never returns for a folder in a
 * file system like Linux's /proc, which answers that the path does not exist although the folder around it does.
 *
 * @throws Error of the system, or Error if the folder around it takes no folders.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && isFolder(path)) return;
    const around = dirname(path);
    if (code !== "ENOENT" || around === path) throw error;
    if (isFolder(around)) throw new Error(`no folder can be made in ${around}`, { cause: error });
    makeFolder(around);
    makeFolder(path);
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
