import type { Recording } from "../core/capture/recording.ts";
import { openFile } from "./files.ts";
import { tell } from "./terminal.ts";

/** Opens a recording, and prints its notes to standard error. */
export async function openRecording(path: string): Promise<Recording> {
  const recording = await openFile(path);
  for (const note of [...recording.warnings, ...recording.guesses]) tell(`${note}`);
  return recording;
}

interface Read {
  samples: number;
  /** How many samples held a NaN or an infinity so far; absent for formats without them. */
  nonFinite?(): number;
}

/** Returns how many of the samples held a NaN or an infinity, and reports them on standard error if there are any. */
export function tellNonFinite({ nonFinite, samples }: Read): number {
  const count = nonFinite?.() ?? 0;
  if (count > 0) tell(`${count} of ${samples} samples hold a NaN or an infinity; they count as zero.`);
  return count;
}
