import { readFileSync, unlinkSync } from "node:fs";
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
import { makeFolder } from "../make-folder.ts";
import { createOutput } from "../output.ts";
import { OutputError, reasonOf } from "../reason.ts";
import { tell } from "../terminal.ts";
import { writeTogether, type Written } from "../write-together.ts";

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

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Returns the kept tunings, and what is wrong with the file or its path. A file that is not there keeps none.
 *
 * @returns `remedy`: what to do about the problem.
 */
export function keptTunings(): { tunings: KeptTuning[]; problem?: string; remedy?: string } {
  try {
    const read = readTunings(readFileSync(tuningPath(), "utf8"));
    return { ...read, remedy: "`tune` writes it again, `tune --forget` removes it." };
  } catch (error) {
    if (isMissing(error)) return { tunings: [] };
    return { tunings: [], problem: reasonOf(error), remedy: "XDG_CACHE_HOME can name another folder for it." };
  }
}

/**
 * Keeps a tuning in place of an older one of the same adapter.
 *
 * @param beside What is written together with it: all or nothing.
 * @throws OutputError if a file cannot be written.
 */
export function keepTuning(tuning: KeptTuning, beside?: readonly Written[]): void {
  write([tuning, ...withoutTuning(keptTunings().tunings, tuning.adapter)], beside);
}

/** Checks that the file can be written, and makes its folder. @throws OutputError */
export function checkTuningFile(): void {
  makeTuningFolder();
  createOutput(tuningPath()).discard();
}

/** Removes the file. Returns false if it kept nothing. @throws OutputError if it cannot be removed. */
export function forgetTunings(): boolean {
  const { tunings, problem } = keptTunings();
  try {
    unlinkSync(tuningPath());
  } catch (error) {
    if (!isMissing(error)) throw new OutputError(`${tuningPath()}: cannot be removed: ${reasonOf(error)}`);
  }
  return tunings.length > 0 || problem !== undefined;
}

function makeTuningFolder(): void {
  try {
    makeFolder(dirname(tuningPath()));
  } catch (error) {
    throw new OutputError(`${tuningPath()}: cannot be written: ${reasonOf(error)}`);
  }
}

function write(tunings: readonly KeptTuning[], beside: readonly Written[] = []): void {
  makeTuningFolder();
  writeTogether([...beside, [tuningPath(), writeTunings(tunings)]]);
}

/** Returns the workgroup sizes that are kept for an adapter. A bad file or an old choice is named and left out: it stops no command. */
export function keptSizes(adapter: AdapterDescription): WorkgroupSizes {
  const { tunings, problem, remedy } = keptTunings();
  if (problem) tell(`${tuningPath()}: ${problem}. ${remedy}`);
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
