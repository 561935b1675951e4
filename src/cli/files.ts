import { fstatSync, openSync, readSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ByteSource } from "../core/capture/byte-source.ts";
import { openRecording } from "../core/capture/registry.ts";
import type { Recording } from "../core/capture/recording.ts";
import { type SigmfContent, sigmfArchive, sigmfPair } from "../core/capture/sigmf-writer.ts";
import { wavFile } from "../core/capture/wav-writer.ts";
import { UsageError } from "./options.ts";

/** A file on this machine, read piece by piece; stays open as long as the process lives. */
export function fileSource(path: string): ByteSource {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path}: cannot be opened (${code === "ENOENT" ? "no such file" : message})`);
  }
  const { size } = fstatSync(file);
  return {
    name: basename(path),
    size,
    async slice(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      let filled = 0;
      while (filled < bytes.length) {
        const read = readSync(file, bytes, filled, bytes.length - filled, start + filled);
        if (read === 0) break;
        filled += read;
      }
      return bytes.slice(0, filled).buffer;
    },
  };
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

async function writeWhole(path: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const partial = `${path}.part`;
  try {
    await writeFile(partial, pieces);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
