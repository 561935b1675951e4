import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { version } from "../../../package.json";
import type { AdapterDescription } from "../../core/gpu/device.ts";
import type { WorkgroupSizes } from "../../core/gpu/workgroup-size.ts";
import {
  type KeptTuning,
  readTunings,
  sizesOfTuning,
  tuningOf,
  withoutTuning,
  writeTunings,
} from "../../core/tuning/kept-tunings.ts";
import { writeText } from "../output.ts";
import { reasonOf } from "../reason.ts";
import { tell } from "../terminal.ts";

/** Returns the file of workgroup sizes of this person: in the folder for what a program can measure again. */
export function tuningPath(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = homedir();
  const usual =
    platform === "win32"
      ? (env.LOCALAPPDATA ?? join(home, "AppData", "Local"))
      : join(home, ...(platform === "darwin" ? ["Library", "Caches"] : [".cache"]));
  // The XDG specification ignores relative paths.
  const folder = env.XDG_CACHE_HOME?.startsWith("/") ? env.XDG_CACHE_HOME : usual;
  return join(folder, "threeray", "tuning.json");
}

/** Returns the kept tunings, and what is wrong with the file. A file that is not there keeps none. */
export function keptTunings(): { tunings: KeptTuning[]; problem?: string } {
  try {
    return readTunings(readFileSync(tuningPath(), "utf8"));
  } catch (error) {
    return { tunings: [], ...((error as NodeJS.ErrnoException).code !== "ENOENT" && { problem: reasonOf(error) }) };
  }
}

/** Keeps a tuning in place of an older one of the same adapter. @throws Error if the file cannot be written. */
export function keepTuning(tuning: KeptTuning): void {
  write([tuning, ...withoutTuning(keptTunings().tunings, tuning.adapter)]);
}

/** Removes the file. Returns false if there was none. */
export function forgetTunings(): boolean {
  const { tunings, problem } = keptTunings();
  rmSync(tuningPath(), { force: true });
  return tunings.length > 0 || problem !== undefined;
}

function write(tunings: readonly KeptTuning[]): void {
  mkdirSync(dirname(tuningPath()), { recursive: true });
  writeText(tuningPath(), writeTunings(tunings));
}

/** Returns the workgroup sizes that are kept for an adapter. A bad file or an old choice is named and left out: it stops no command. */
export function keptSizes(adapter: AdapterDescription): WorkgroupSizes {
  const { tunings, problem } = keptTunings();
  if (problem) tell(`${tuningPath()}: ${problem}. \`tune\` writes it again, \`tune --forget\` removes it.`);
  const { tuning, stale } = tuningOf(tunings, adapter, version);
  if (stale) {
    tell(`Threeray drops the workgroup sizes of ${adapter.name}: ${stale}. \`tune\` measures them again.`);
    try {
      write(withoutTuning(tunings, adapter));
    } catch {
      // A file that cannot be written is named again at the next start.
    }
  }
  return tuning ? sizesOfTuning(tuning) : {};
}
