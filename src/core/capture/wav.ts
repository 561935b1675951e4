import { type ByteSource, readExactly } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { datatypeOf, type Datatype } from "./datatype.ts";
import { plainRecording } from "./plain.ts";
import type { Recording } from "./recording.ts";

export interface WavHints {
  /** True where the left channel is Q. */
  swapped?: boolean;
}

const fourcc = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

export function isWav(_: ByteSource, head: Uint8Array): boolean {
  return ["RIFF", "RF64"].includes(fourcc(head, 0)) && fourcc(head, 8) === "WAVE";
}

/**
 * Opens a WAV or RF64 file: left is I, right is Q; one channel is a real signal. The `auxi` chunk of SDR recorders gives the
 * centre frequency and the time.
 *
 * @throws CaptureError when the file is not whole, or holds something else than numbers in one or two channels.
 */
export async function openWav(source: ByteSource, { swapped = false }: WavHints = {}): Promise<Recording> {
  const warnings: string[] = [];
  const chunks = await readChunks(source, warnings);
  const format = await chunkBytes(source, chunks.get("fmt "), 16);
  const data = chunks.get("data");
  if (!format || !data) {
    throw new CaptureError(
      `${source.name}: a WAV file without ${format ? "samples" : "a format"}: found ${[...chunks.keys()].join(", ") || "no chunks"}, ` +
        "expected fmt and data. Get a complete copy.",
    );
  }
  const sampleRate = format.getUint32(4, true) || undefined;
  if (!sampleRate) warnings.push("The sample rate in the file is 0; left out.");
  return plainRecording({
    source,
    format: "WAV",
    datatype: datatypeOfWav(source, format),
    ...data,
    swapped,
    said: { sampleRate, ...readAuxi(await chunkBytes(source, chunks.get("auxi"), 36)) },
    warnings,
    guesses: [],
  });
}

interface Chunk {
  start: number;
  end: number;
}

/** Where the chunks lie; they have even lengths. A length of zero or past the end means "to the end of the file". */
async function readChunks(source: ByteSource, warnings: string[]): Promise<Map<string, Chunk>> {
  const chunks = new Map<string, Chunk>();
  let dataSize: number | undefined; // of RF64, whose data outgrow 32 bits
  for (let at = 12; at + 8 <= source.size;) {
    const head = await readExactly(source, at, at + 8);
    const name = fourcc(new Uint8Array(head), 0);
    const start = at + 8;
    let size = new DataView(head).getUint32(4, true);
    if (name === "data" && size === 0xffffffff && dataSize !== undefined) size = dataSize;
    if (name === "data" && (size === 0 || start + size > source.size)) {
      warnings.push(
        `The file says that it has ${size} bytes of samples; all ${source.size - start} up to its end were taken.`,
      );
      size = source.size - start;
    }
    const chunk = { start, end: Math.min(start + size, source.size) };
    if (!chunks.has(name)) chunks.set(name, chunk);
    const ds64 = name === "ds64" ? await chunkBytes(source, chunk, 16) : undefined;
    if (ds64) dataSize = Number(ds64.getBigUint64(8, true));
    at = start + size + (size % 2);
  }
  return chunks;
}

async function chunkBytes(source: ByteSource, chunk: Chunk | undefined, least: number): Promise<DataView | undefined> {
  if (!chunk || chunk.end - chunk.start < least) return undefined;
  return new DataView(await readExactly(source, chunk.start, Math.min(chunk.end, chunk.start + 64)));
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

function datatypeOfWav(source: ByteSource, format: DataView): Datatype {
  const channels = format.getUint16(2, true);
  const tag = format.getUint16(0, true);
  const code = tag === EXTENSIBLE && format.byteLength >= 26 ? format.getUint16(24, true) : tag;
  const bits = format.getUint16(14, true);
  const number = NUMBERS[`${code}/${bits}`];
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

/** Start time (a Windows SYSTEMTIME) and centre frequency, as SpectraVue, SDR# and HDSDR write them. */
function readAuxi(auxi: DataView | undefined): { centerFrequency?: number; datetime?: string } {
  if (!auxi) return {};
  const [year, month, , day, hour, minute, second, millisecond] = Array.from({ length: 8 }, (_, i) =>
    auxi.getUint16(2 * i, true),
  );
  const time = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const datetime = year && !Number.isNaN(time) ? new Date(time).toISOString() : undefined;
  return { centerFrequency: auxi.getUint32(32, true) || undefined, datetime };
}
