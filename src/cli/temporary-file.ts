import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TemporaryFile } from "../core/temporary-file.ts";
import { reasonOf } from "./reason.ts";

/**
 * Opens a file in the folder for temporary files. It is deleted when the process ends.
 *
 * @throws Error that says why there is none.
 */
export async function openTemporary(): Promise<TemporaryFile> {
  try {
    const folder = mkdtempSync(join(tmpdir(), "threeray-unpacked-"));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once("exit", remove);
    const file = openSync(join(folder, "content"), "wx+");
    // Where the system allows it, the open file no longer has a name: it is gone with the process, however that ends.
    if (process.platform !== "win32") remove();
    return temporaryFile(file, remove);
  } catch (error) {
    throw named(error);
  }
}

const named = (error: unknown) => new Error(`${tmpdir()}: ${reasonOf(error)}`, { cause: error });

function temporaryFile(file: number, remove: () => void): TemporaryFile {
  let size = 0;
  return {
    write(bytes) {
      try {
        for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
        size += bytes.length;
      } catch (error) {
        throw named(error);
      }
    },
    async finish() {
      const slice = (start: number, end: number) => ({
        async arrayBuffer() {
          const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
          for (let done = 0; done < bytes.length;) {
            const read = readSync(file, bytes, done, bytes.length - done, start + done);
            if (read === 0) return bytes.slice(0, done).buffer;
            done += read;
          }
          return bytes.buffer;
        },
      });
      return { size, slice };
    },
    async remove() {
      process.off("exit", remove);
      closeSync(file);
      remove();
    },
  };
}
