import { type ByteRange, type ByteSource, joinRanges, readExactly } from "../byte-source.ts";
import { CaptureError } from "../capture-error.ts";
import { listOf } from "../../configuration/list-of.ts";
import { hasChunks, readChunks } from "../chunks.ts";
import { datatypeOf, type Datatype } from "../datatype.ts";
import { plainRecording } from "../plain.ts";
import type { Recording } from "../recording.ts";
import { readAuxi, readRcvr } from "../recorder-chunk.ts";

export interface WavHints {
  /** True where the left channel is Q. */
  swapped?: boolean;
}

export function isWav(_: ByteSource, head: Uint8Array): boolean {
  return hasChunks(head);
}

/**
 * Opens a WAV, RF64, BW64 or W64 file: left is I, right is Q; one channel is a real signal. Several `data` chunks follow each
 * other. The chunks `auxi` and `rcvr` of SDR recorders give the centre frequency and the time.
 *
 * @throws CaptureError when the file is not whole, or holds something else than numbers in one or two channels.
 */
export async function openWav(source: ByteSource, { swapped = false }: WavHints = {}): Promise<Recording> {
  const warnings: string[] = [];
  const { named, data } = await readChunks(source, warnings);
  const format = await formatOf(source, named.get("fmt "));
  if (!format || data.length === 0) {
    const found = [...[...named.keys()].map((key) => key.trim()), ...(data.length ? ["data"] : [])];
    if (!format && named.has("fmt ")) {
      throw new CaptureError(
        `${source.name}: a WAV file whose format is cut off: it ends after ${source.size} bytes. Get a complete copy.`,
      );
    }
    throw new CaptureError(
      `${source.name}: a WAV file without ${format ? "samples" : "a format"}: found ${listOf(found) || "no chunks"}, ` +
        "expected fmt and data. Get a complete copy.",
    );
  }
  const datatype = datatypeOfWav(source, format, warnings);
  const [auxi, rcvr] = [named.get("auxi"), named.get("rcvr")];
  const { sampleRate, ...facts } = {
    ...(rcvr && (await readRcvr(source, rcvr))),
    ...(auxi && (await readAuxi(source, auxi, warnings))),
  };
  const samples = data.length > 1 ? joinRanges(source, data) : source;
  return plainRecording({
    source: samples,
    format: "WAV",
    datatype,
    ...(data.length > 1 ? { start: 0, end: samples.size } : data[0]),
    swapped,
    said: { ...facts, sampleRate: rateOf(format, sampleRate, warnings) },
    warnings,
    guesses: [],
  });
}

/** The fields of the chunk `fmt ` that determine how samples are read. */
interface WavFormat {
  code: number;
  channels: number;
  sampleRate: number;
  bytesPerSecond: number;
  /** Bytes per sample of all channels. */
  bytes: number;
  bits: number;
}

async function formatOf(source: ByteSource, chunk: ByteRange | undefined): Promise<WavFormat | undefined> {
  if (!chunk || chunk.end - chunk.start < 16) return undefined;
  const view = new DataView(await readExactly(source, chunk.start, Math.min(chunk.end, chunk.start + 26)));
  const tag = view.getUint16(0, true);
  return {
    code: tag === EXTENSIBLE && view.byteLength >= 26 ? view.getUint16(24, true) : tag,
    channels: view.getUint16(2, true),
    sampleRate: view.getUint32(4, true),
    bytesPerSecond: view.getUint32(8, true),
    bytes: view.getUint16(12, true),
    bits: view.getUint16(14, true),
  };
}

/** The rate in the format; without one, the rate that its bytes per second or the recorder give. */
function rateOf(format: WavFormat, recorded: number | undefined, warnings: string[]): number | undefined {
  const { sampleRate, bytesPerSecond, bytes } = format;
  if (sampleRate) {
    if (recorded !== undefined && Math.abs(recorded - sampleRate) > 1) {
      warnings.push(
        `The chunk auxi says ${recorded} Hz; the sample rate in the chunk fmt, ${sampleRate} Hz, was taken.`,
      );
    }
    return sampleRate;
  }
  const other = recorded ?? (bytes && bytesPerSecond / bytes);
  const from = recorded ? "of the chunk auxi" : "that follows from the bytes per second";
  warnings.push(`The sample rate in the file is 0; ${other ? `${other} Hz ${from} was taken` : "left out"}.`);
  return other || undefined;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const NUMBERS: Readonly<Record<string, Datatype["number"]>> = {
  [`${PCM}/8`]: "u8",
  [`${PCM}/16`]: "i16",
  [`${PCM}/24`]: "i24",
  [`${PCM}/32`]: "i32",
  [`${FLOAT}/32`]: "f32",
  [`${FLOAT}/64`]: "f64",
};

function datatypeOfWav(source: ByteSource, format: WavFormat, warnings: string[]): Datatype {
  const { code, bits, channels, bytes, bytesPerSecond, sampleRate } = format;
  // Integers of fewer bits than their place in the file are its most significant bits.
  const place = (8 * bytes) / channels;
  const fits = place - bits < 8 || (bits === 24 && place === 32);
  const wide = code === PCM && place > bits && fits && bytesPerSecond === sampleRate * bytes;
  const wanted = wide ? place : 8 * Math.ceil(bits / 8);
  if (bytes !== 0 && place !== wanted) {
    warnings.push(
      `The chunk fmt says ${bits} bits per number, but ${bytes} bytes per sample of ${channels} channels. Threeray reads numbers ` +
        `of ${wanted} bits.`,
    );
  }
  const number = NUMBERS[`${code}/${wanted}`];
  if (!number) {
    throw new CaptureError(
      `${source.name}: WAV samples of format ${code} with ${bits} bits, expected integers (1) of 8, 16, 24 or 32 bits or ` +
        "floats (3) of 32 or 64. Export it again as 16-bit PCM.",
    );
  }
  if (channels !== 1 && channels !== 2) {
    throw new CaptureError(
      `${source.name}: a WAV file with ${channels} channels, expected two (I and Q) or one (a real signal). ` +
        "Export the two that belong together.",
    );
  }
  return datatypeOf(channels === 2, number);
}
