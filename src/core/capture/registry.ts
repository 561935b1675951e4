import type { ByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { foreignKind } from "./foreign.ts";
import { isNpy, openNpy } from "./npy.ts";
import { openRaws, type RawHints } from "./raw.ts";
import type { Recording } from "./recording.ts";
import { isSdriq, openSdriq } from "./sdriq.ts";
import { openSigmf } from "./sigmf.ts";
import { isWav, openWav, type WavHints } from "./wav.ts";

/** Facts that a person adds or corrects; formats with metadata ignore them. */
export type OpenHints = RawHints & WavHints;

/** Opens the files of its format, and returns the rest. */
type Format = (
  files: readonly ByteSource[],
  hints: OpenHints,
) => Promise<{ recordings: Recording[]; rest: ByteSource[] }>;

/** One line per format, in the order of trial: formats with headers before formats known by file names only. */
const FORMATS: readonly Format[] = [
  openSigmf,
  each(isWav, openWav),
  each(isNpy, openNpy),
  each(isSdriq, openSdriq),
  openRaws,
];

/**
 * Opens the recordings in files that were chosen together; reads only their headers. * @throws CaptureError for a file that is not a recording, or is incomplete.
 */
export async function openRecording(files: readonly ByteSource[], hints: OpenHints = {}): Promise<Recording[]> {
  const recordings: Recording[] = [];
  let rest: readonly ByteSource[] = files;
  for (const format of FORMATS) {
    const taken = await format(rest, hints);
    recordings.push(...taken.recordings);
    rest = taken.rest;
  }
  for (const file of rest) {
    const kind = foreignKind(await headOf(file));
    throw new CaptureError(
      `${file.name}: ${kind ? `is ${kind}` : "is of an unknown kind"}, expected a recording: SigMF, WAV, NumPy, SDRangel, or ` +
        "samples with an extension that tells their type: cf32, cs16, cs8, cu8 and others. Rename it if it holds samples.",
    );
  }
  return recordings;
}

const headOf = async (file: ByteSource) => new Uint8Array(await file.slice(0, 16));

/** A format with one file per recording. */
function each(
  recognizes: (file: ByteSource, head: Uint8Array) => boolean,
  open: (file: ByteSource, hints: OpenHints) => Promise<Recording>,
): Format {
  return async (files, hints) => {
    const recordings: Recording[] = [];
    const rest: ByteSource[] = [];
    for (const file of files) {
      if (recognizes(file, await headOf(file))) recordings.push(await open(file, hints));
      else rest.push(file);
    }
    return { recordings, rest };
  };
}
