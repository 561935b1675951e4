import type { Recording } from "../core/capture/recording.ts";
import { openFile } from "./files.ts";

/** Opens a recording, and writes what is to be said of it to standard error. */
export async function openRecording(path: string): Promise<Recording> {
  const recording = await openFile(path);
  for (const note of [...recording.warnings, ...recording.guesses]) process.stderr.write(`${note}\n`);
  return recording;
}

interface Read {
  samples: number;
  /** How many of the samples read held a NaN or an infinity; absent where no sample can. */
  nonFinite?(): number;
}

/** How many samples that were read held a NaN or an infinity; where there are some, it says so on standard error. */
export function tellNonFinite({ nonFinite, samples }: Read): number {
  const count = nonFinite?.() ?? 0;
  if (count > 0)
    process.stderr.write(`${count} of ${samples} samples hold a NaN or an infinity; they count as zero.\n`);
  return count;
}
