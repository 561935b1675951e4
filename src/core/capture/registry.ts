import { unpacked } from "./archives/archive.ts";
import type { ByteSource } from "./byte-source.ts";
import { CaptureError, withFileName } from "./capture-error.ts";
import { listOf } from "../configuration/list-of.ts";
import { extensionOf } from "./file-name.ts";
import { foreignKind } from "./foreign.ts";
import { isNpy, openNpy } from "./formats/npy.ts";
import { openRaws, type RawHints } from "./formats/raw.ts";
import type { Recording } from "./recording.ts";
import { isSdriq, openSdriq } from "./formats/sdriq.ts";
import { openSigmf } from "./formats/sigmf.ts";
import type { ArchiveEntry } from "./archives/tar.ts";
import { createUnpacker, type UnpackOptions } from "./archives/unpack.ts";
import { isWav, openWav, type WavHints } from "./formats/wav.ts";

/** Facts that a person adds or corrects. Formats with metadata take from them only what they do not give themselves. */
export type OpenHints = RawHints & WavHints;

interface Opened {
  recordings: Recording[];
  rest: readonly ByteSource[];
}

/** Opens the files of its format, and returns the rest. */
type Format = (files: readonly ByteSource[], hints: OpenHints) => Promise<Opened>;

/** One line per format, in the order of trial: formats with headers before formats known by file names only. */
const FORMATS: readonly Format[] = [
  openSigmf,
  each(isWav, openWav),
  each(isNpy, openNpy),
  each(isSdriq, openSdriq),
  openRaws,
];

/**
 * Opens the recordings in files that were chosen together, and in archives; reads only their headers, and unpacks what is
 * compressed.
 *
 * @throws CaptureError for a file that is not a recording, or is incomplete; what `onUnpack` throws.
 *
 * @example
 * ```ts
 * import { fromBlob, openRecording } from "threeray/capture";
 *
 * const file = fromBlob("signal.cs16", new Blob([Int16Array.of(16_384, 0, 0, -16_384)]));
 * const [recording] = await openRecording([file], { sampleRate: 2.4e6 });
 * console.log(recording.datatype.name, [...(await recording.read(0, 2))]); // ci16_le [ 0.5, 0, 0, -0.5 ]
 * ```
 */
export async function openRecording(
  files: readonly ByteSource[],
  hints: OpenHints = {},
  options: UnpackOptions = {},
): Promise<Recording[]> {
  const unpacker = createUnpacker(options);
  const loose: ByteSource[] = [];
  const archives: { archive: ByteSource; entries: readonly ArchiveEntry[] }[] = [];
  for (const file of files) {
    const entries = await withFileName(file, () => unpacked(file, unpacker));
    if (!entries) loose.push(file);
    else if (entries.length === 1 && /\.gz$/i.test(file.name) && !entries[0].path.includes("/"))
      loose.push(entries[0].file);
    else archives.push({ archive: file, entries });
  }
  const { recordings, rest } = await openFolder(loose, hints);
  for (const file of rest) {
    if (file.size === 0) throw new CaptureError(`${file.name}: is empty, expected a recording. Get a complete copy.`);
    const kind = foreignKind(await headOf(file));
    throw new CaptureError(
      `${file.name}: ${kind ? `is ${kind}` : "is of an unknown kind"}, expected a recording: SigMF, WAV, NumPy, SDRangel, or ` +
        "samples with an extension that tells their type: cf32, cs16, cs8, cu8 and others. Rename it if it holds samples.",
    );
  }
  const all = [recordings];
  for (const { archive, entries } of archives) {
    all.push(await withFileName(archive, () => openArchive(archive, entries, hints)));
  }
  const opened = all.flat();
  opened[0]?.warnings.push(...unpacker.warnings);
  for (const recording of opened) recording.sampleRate ??= hints.sampleRate;
  return opened;
}

async function openFolder(files: readonly ByteSource[], hints: OpenHints): Promise<Opened> {
  const recordings: Recording[][] = [];
  let rest = files;
  for (const format of FORMATS) {
    const taken = await format(rest, hints);
    recordings.push(taken.recordings);
    rest = taken.rest;
  }
  return { recordings: recordings.flat(), rest };
}

/** Opens the recordings in each folder of an archive. Its other files are left out, with a warning. */
async function openArchive(
  archive: ByteSource,
  entries: readonly ArchiveEntry[],
  hints: OpenHints,
): Promise<Recording[]> {
  const folders = new Map<string, ByteSource[]>();
  const paths = new Map<ByteSource, string>();
  for (const { path, file } of entries) {
    const name = path.slice(0, path.lastIndexOf("/") + 1);
    const folder = folders.get(name);
    if (folder) folder.push(file);
    else folders.set(name, [file]);
    paths.set(file, path);
  }
  const all: Recording[][] = [];
  const leftOut: string[] = [];
  for (const members of folders.values()) {
    // In an archive, a file without an extension is rather a licence than samples.
    const named = members.filter(({ name }) => extensionOf(name) !== "");
    const opened = await openFolder(named, hints);
    all.push(opened.recordings);
    const rest = new Set(opened.rest);
    for (const file of members)
      if (rest.has(file) || extensionOf(file.name) === "") leftOut.push(paths.get(file) ?? file.name);
  }
  const recordings = all.flat();
  if (recordings.length === 0) {
    throw new CaptureError(
      `${archive.name}: holds no .sigmf-meta file and no other recording: found ${listOf(leftOut) || "no files"}. Is it ` +
        "the right archive?",
    );
  }
  if (leftOut.length > 0) {
    recordings[0].warnings.push(`Other files in ${archive.name} were left out: ${listOf(leftOut)}.`);
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
