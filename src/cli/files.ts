import { closeSync, existsSync, fstatSync, openSync, read, readSync, statSync } from "node:fs";
import { promisify } from "node:util";
import { basename, dirname, join } from "node:path";
import { type ByteSource, decodeText } from "../core/capture/byte-source.ts";
import { parseJsonText } from "../core/configuration/json-text.ts";
import { CaptureError } from "../core/capture/capture-error.ts";
import { listOf } from "../core/configuration/list-of.ts";
import { type NpyRows, openNpyBytes, openNpyRows } from "../core/capture/formats/npy-array.ts";
import { openRecording } from "../core/capture/registry.ts";
import type { Recording } from "../core/capture/recording.ts";
import { beyondWav } from "../core/capture/beyond-wav.ts";
import { type Derived, lostText } from "../core/capture/derived.ts";
import { type SigmfContent, type SigmfNumbers, sigmfArchive, sigmfPair } from "../core/capture/formats/sigmf-writer.ts";
import type { UnpackProgress } from "../core/capture/archives/unpack.ts";
import { wavFile } from "../core/capture/formats/wav-writer.ts";
import { UsageError } from "./options.ts";
import { reasonOf } from "./reason.ts";
import { createOutput, finishTogether, writeWhole } from "./output.ts";
import { recordingFiles } from "./recording-files.ts";
import { openTemporary } from "./temporary-file.ts";
import { tell } from "./terminal.ts";

/** Returns a file on this machine as a source that reads piece by piece. The file stays open until the process ends. */
export function fileSource(path: string): ByteSource {
  const { file, size } = opened(path, { isRegular: true });
  return {
    name: basename(path),
    size,
    async slice(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(file, bytes, filled, Math.min(MOST_READ, bytes.length - filled), start + filled);
        if (count === 0) break;
        filled += count;
      }
      return filled === bytes.length ? bytes.buffer : bytes.slice(0, filled).buffer;
    },
    // Threads of Node read, so the process works meanwhile.
    async readInto(start, bytes) {
      let filled = 0;
      while (filled < bytes.length) {
        const length = Math.min(MOST_READ, bytes.length - filled);
        const { bytesRead } = await reading(file, bytes, filled, length, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
  };
}

const reading = promisify(read);

/** Largest number of bytes per read. Node's limit is 2^31 − 1. */
const MOST_READ = 2 ** 30;

function opened(path: string, { isRegular = false } = {}): { file: number; size: number } {
  let file: number;
  try {
    const stats = statSync(path);
    // Opening a named pipe would wait for a program that writes to it.
    if (isRegular && !stats.isFile() && !stats.isDirectory()) {
      throw new UsageError(`${path}: is a pipe or a device, expected a file; save the samples first`);
    }
    file = openSync(path, "r");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (isRegular && path === "-") {
      throw new UsageError(
        "-: standard input holds no recording for this command, expected a file; save the samples first",
      );
    }
    const { code } = error as NodeJS.ErrnoException;
    if (path === "") throw new UsageError("the name of the file is empty; give a name");
    throw new UsageError(
      `${path}: cannot be opened (${code === "ENOENT" ? "no such file" : reasonOf(error)}); check the name`,
    );
  }
  const stats = fstatSync(file);
  if (stats.isDirectory()) {
    closeSync(file);
    throw new UsageError(`${path}: is a folder, expected a file; name one of the files in it`);
  }
  return { file, size: stats.size };
}

/** Opens a NumPy file of rows. @throws UsageError for any other file. */
export function openRows(path: string): Promise<NpyRows> {
  return opening(() => openNpyRows(fileSource(path)));
}

/** Opens a NumPy file of rows of bytes. @throws UsageError for any other file. */
export function openByteRows(path: string): Promise<NpyRows<Uint8Array<ArrayBuffer>>> {
  return opening(() => openNpyBytes(fileSource(path)));
}

/** Reports a file of the wrong kind as bad usage: the person named the wrong file. */
async function opening<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof CaptureError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Largest size of a JSON file in bytes, by default. */
const MOST_JSON = 2 ** 26;

/**
 * Returns the content of a JSON file, not yet checked.
 *
 * @param options `most`: largest size in bytes, default 64 MiB. Parsing takes about ten times as much memory.
 * @throws UsageError for a file that is missing, too large, or no JSON.
 */
export function readJson(path: string, { most = MOST_JSON }: { most?: number } = {}): unknown {
  const text = readText(path, most, "JSON");
  try {
    return parseJsonText(text);
  } catch (error) {
    throw new UsageError(`${path}: cannot be read as JSON: ${reasonOf(error)}`);
  }
}

/**
 * Returns the text of a file.
 *
 * @param what What it holds, for messages.
 * @throws UsageError for a file that is missing, empty, or larger than `most` bytes.
 */
export function readText(path: string, most: number, what: string): string {
  const { file, size } = opened(path);
  try {
    const text = size > most ? undefined : textOf(file, most);
    if (text === undefined) {
      const found = size > most ? size : `more than ${most}`;
      throw new UsageError(
        `${path}: ${found} bytes of text, expected ${what} of at most ${most} bytes; check the file name`,
      );
    }
    if (text.trim() !== "") return text;
    throw new UsageError(`${path}: is empty, expected ${what}; the program that wrote it may have been stopped`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: cannot be read: ${reasonOf(error)}`);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns a file's text, or undefined if it is longer than `most` bytes. The size of a pipe is not known in advance.
 */
function textOf(file: number, most: number): string | undefined {
  const pieces: Buffer[] = [];
  for (let total = 0; total <= most;) {
    const piece = Buffer.alloc(2 ** 20);
    const read = readSync(file, piece);
    if (read === 0) return decodeText(Buffer.concat(pieces));
    pieces.push(piece.subarray(0, read));
    total += read;
  }
  return undefined;
}

/** Returns the one recording in a file, or in the files that belong to it. */
export async function openFile(path: string): Promise<Recording> {
  const onUnpack = (progress: UnpackProgress) => {
    packed.add(path);
    tellUnpacking(progress);
  };
  const recordings = await opening(() =>
    openRecording(
      recordingFiles(path).map((file) => sourceFor(path, file)),
      {},
      { onUnpack, openTemporary },
    ),
  );
  if (recordings.length !== 1) {
    const titles = listOf(recordings.map(({ title }) => title));
    throw new UsageError(
      `${path}: holds ${recordings.length} recordings (${titles}), expected one; unpack it and name one of them`,
    );
  }
  return recordings[0];
}

/** Opens a file of a recording: the one that a command names, or one that belongs to it. */
function sourceFor(path: string, file: string): ByteSource {
  try {
    return fileSource(file);
  } catch (error) {
    if (file === path || !existsSync(path)) throw error;
    throw new UsageError(`${(error as Error).message}. ${basename(path)} needs it: put both into one folder`);
  }
}

/** Paths of recordings that were unpacked. */
const packed = new Set<string>();

/** Whether a recording that this thread has opened was packed: opened again, it would be unpacked again. */
export const wasUnpacked = (path: string): boolean => packed.has(path);

/** The last file that was reported, and whether it went to a temporary file. */
let reported: { name?: string; stored?: boolean } = {};

function tellUnpacking({ name, bytes, total, stored }: UnpackProgress): void {
  if (bytes > 0 && (name !== reported.name || stored === reported.stored)) return;
  reported = { name, stored };
  const size =
    total === undefined ? "" : total < 2 ** 20 ? `: ${total} bytes` : `: ${(total / 2 ** 20).toFixed(1)} MiB`;
  tell(`Unpacking ${name} ${stored ? "into a temporary file" : "in memory"}${size}.`);
}

/** The names under which a signal can be written, for an option's help. */
export const SIGNAL_FILES =
  "NAME.sigmf-meta writes a pair of files, NAME.sigmf an archive, NAME.wav a float32 WAV file.";

/** Returns the files that hold a signal of this name. @throws UsageError for a name without a known format. */
export const signalFiles = (path: string): string[] =>
  /.\.wav$/.test(basename(path)) ? [path] : sigmfFiles(path, SIGNAL_FILES);

/**
 * Returns the files of SigMF that hold a signal of this name.
 *
 * @param formats The names under which the command writes, for the message.
 * @throws UsageError for another name.
 */
export function sigmfFiles(path: string, formats: string): string[] {
  // The check of outputs refuses the name of a folder.
  if (/.\.sigmf$/.test(basename(path)) || /[\\/]$/.test(path)) return [path];
  const pair = /^(.+)\.sigmf-(meta|data)$/s.exec(basename(path));
  if (pair) return [".sigmf-data", ".sigmf-meta"].map((kind) => join(dirname(path), `${pair[1]}${kind}`));
  const found = path === "-" ? "a recording is not written to standard output" : "the name gives no known format";
  throw new UsageError(`${path}: ${found}. ${formats}`);
}

type Samples = AsyncIterable<Float32Array<ArrayBuffer>>;

/** Returns what a signal keeps of its source, and prints how many annotations it loses. */
export function tellLost(derived: Derived): Derived {
  const lost = lostText(derived);
  if (lost) tell(lost);
  return derived;
}

/** Writes a signal as WAV if the name ends in .wav, else as SigMF. The files are written completely or not at all. */
export async function writeSignal(path: string, content: Omit<SigmfContent, "name">, chunks: Samples): Promise<void> {
  return path.endsWith(".wav") ? writeWav(path, content, chunks) : writeSigmf(path, content, chunks);
}

/** Writes a signal as SigMF. The metadata are read from `content` after the last chunk. */
export async function writeSigmf(
  path: string,
  content: Omit<SigmfContent, "name">,
  chunks: AsyncIterable<SigmfNumbers>,
): Promise<void> {
  const files = signalFiles(path);
  const whole = { ...content, name: basename(files[0]).replace(/\.sigmf(-data)?$/, "") };
  if (files.length === 1) return writeWhole(path, sigmfArchive(whole, chunks));
  const pair = sigmfPair(whole, chunks);
  const outputs = files.map(createOutput);
  const [data, meta] = outputs;
  try {
    for await (const piece of pair.data) data.write(piece);
    meta.write(pair.meta());
    for (const output of outputs) await output.flush();
    finishTogether(outputs);
  } finally {
    for (const output of outputs) output.discard();
  }
}

async function writeWav(path: string, content: Omit<SigmfContent, "name">, chunks: Samples): Promise<void> {
  const { samples, channels = 1, sampleRate, real, captures } = content;
  if (channels > 1) {
    throw new UsageError(
      `${path}: Threeray writes WAV files of one channel, and the recording has ${channels}; write SigMF instead, or choose one with --input-channel N`,
    );
  }
  if (sampleRate === undefined) {
    throw new UsageError(`${path}: a WAV file needs a sample rate, but the recording has none; write SigMF instead`);
  }
  if (!Number.isInteger(sampleRate)) {
    const whole = Math.round(sampleRate);
    tell(`${path}: WAV holds integer sample rates only: ${whole} Hz is written for ${sampleRate} Hz.`);
  }
  const lost = beyondWav(content);
  if (lost.length > 0) tell(`${path}: WAV cannot hold ${listOf(lost)} of the recording; SigMF keeps all of it.`);
  const { centerFrequency, datetime } = captures?.[0] ?? {};
  const wav = { samples, sampleRate, format: "f32", channels: real ? 1 : 2, centerFrequency, datetime } as const;
  return writeWhole(path, wavFile(wav, chunks));
}
