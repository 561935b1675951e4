import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ByteSource } from "../core/capture/byte-source.ts";
import { openRecording } from "../core/capture/registry.ts";
import type { Recording } from "../core/capture/recording.ts";
import { type SigmfContent, sigmfArchive, sigmfPair } from "../core/capture/sigmf-writer.ts";
import { wavFile } from "../core/capture/wav-writer.ts";
import { UsageError } from "./options.ts";
import { reasonOf, writeWhole } from "./output.ts";

/** A file on this machine, read piece by piece; stays open as long as the process lives. */
export function fileSource(path: string): ByteSource {
  const { file, size, regular } = opened(path);
  if (!regular) throw new UsageError(`${path}: is a pipe or a device, expected a file; save the samples first`);
  return {
    name: basename(path),
    size,
    async slice(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      let filled = 0;
      while (filled < bytes.length) {
        const read = readSync(file, bytes, filled, Math.min(MOST_READ, bytes.length - filled), start + filled);
        if (read === 0) break;
        filled += read;
      }
      return filled === bytes.length ? bytes.buffer : bytes.slice(0, filled).buffer;
    },
  };
}

/** Bytes that Node reads at a time: its limit is 2^31 − 1. */
const MOST_READ = 2 ** 30;

function opened(path: string): { file: number; size: number; regular: boolean } {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: cannot be opened (${code === "ENOENT" ? "no such file" : reasonOf(error)})`);
  }
  const stats = fstatSync(file);
  if (stats.isDirectory()) {
    closeSync(file);
    throw new UsageError(`${path}: is a folder, expected a file; name one of the files in it`);
  }
  return { file, size: stats.size, regular: stats.isFile() };
}

/** Bytes of text that a JSON file may have, unless a command says otherwise. */
const MOST_JSON = 2 ** 26;

/**
 * What a JSON file holds, not yet checked.
 *
 * @param options `most`: bytes that the file may have, default 64 MiB; parsed, they take some ten times as much memory.
 * @throws UsageError for a file that is missing, too large, or no JSON.
 */
export function readJson(path: string, { most = MOST_JSON }: { most?: number } = {}): unknown {
  const { file, size } = opened(path);
  try {
    const text = size > most ? undefined : textOf(file, most);
    if (text === undefined) {
      const found = size > most ? `${size} bytes of text` : "goes on and on";
      throw new UsageError(`${path}: ${found}, expected JSON of at most ${most} bytes. Is it the right file?`);
    }
    if (text.trim() === "") throw new UsageError(`${path}: is empty, expected JSON. Was its writer stopped?`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: cannot be read as JSON: ${reasonOf(error)}`);
  } finally {
    closeSync(file);
  }
}

/** A file's text; undefined when it goes on after `most` bytes. A pipe does not tell its size before. */
function textOf(file: number, most: number): string | undefined {
  const pieces: Buffer[] = [];
  for (let total = 0; total <= most;) {
    const piece = Buffer.alloc(2 ** 20);
    const read = readSync(file, piece);
    if (read === 0) return Buffer.concat(pieces).toString("utf8");
    pieces.push(piece.subarray(0, read));
    total += read;
  }
  return undefined;
}

/** The one recording in a file; of a SigMF pair either file may be named. */
export async function openFile(path: string): Promise<Recording> {
  const pair = /^(.*)\.sigmf-(meta|data)$/.exec(path);
  const paths = pair ? [`${pair[1]}.sigmf-meta`, `${pair[1]}.sigmf-data`] : [path];
  const recordings = await openRecording(paths.map(fileSource));
  if (recordings.length !== 1) {
    throw new UsageError(
      `${path}: holds ${recordings.length} recordings, expected one; unpack it and name one of them`,
    );
  }
  return recordings[0];
}

/**
 * Writes a recording as a SigMF pair, or as an archive if the name ends in .sigmf. A file appears under its name only when
 * it is whole.
 */
export async function writeRecording(
  path: string,
  content: Omit<SigmfContent, "name">,
  chunks: AsyncIterable<Float32Array<ArrayBuffer>>,
): Promise<void> {
  const named = /^(.+?)(\.sigmf(-meta|-data)?)?$/.exec(basename(path));
  const name = named?.[1] ?? "recording";
  const stem = join(dirname(path), name);
  const whole = { ...content, name };
  if (path.endsWith(".sigmf")) {
    await writeWhole(`${stem}.sigmf`, sigmfArchive(whole, chunks));
    return;
  }
  const pair = sigmfPair(whole, chunks);
  await writeWhole(`${stem}.sigmf-data`, pair.data);
  await writeWhole(`${stem}.sigmf-meta`, [new TextEncoder().encode(pair.meta())]);
}

/** Where a signal may be written to, for an option's help. */
export const SIGNAL_FILES =
  "NAME.sigmf-meta writes a pair of files, NAME.sigmf an archive, NAME.wav a WAV file of float32.";

/** Writes a signal as WAV if the name ends in .wav, else as SigMF. */
export async function writeSignal(
  path: string,
  content: Omit<SigmfContent, "name">,
  chunks: AsyncIterable<Float32Array<ArrayBuffer>>,
): Promise<void> {
  if (!/\.(wav|sigmf|sigmf-meta|sigmf-data)$/.test(path)) {
    throw new UsageError(`${path}: cannot tell what to write; ${SIGNAL_FILES}`);
  }
  if (!path.endsWith(".wav")) return writeRecording(path, content, chunks);
  const { samples, sampleRate, real, captures } = content;
  if (sampleRate === undefined) {
    throw new UsageError(`${path}: a WAV file has to say a sample rate, and none is known; write SigMF`);
  }
  const { centerFrequency, datetime } = captures?.[0] ?? {};
  const wav = { samples, sampleRate, format: "f32", channels: real ? 1 : 2, centerFrequency, datetime } as const;
  return writeWhole(path, wavFile(wav, chunks));
}
