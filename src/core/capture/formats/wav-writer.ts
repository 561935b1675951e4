/** A recording that is to be written as WAV: left is I, right is Q, of audio left and right. */
export interface WavContent {
  /** Samples that will come. */
  samples: number;
  /** Samples/s; WAV needs an integer. */
  sampleRate: number;
  /** Numbers per sample, 1 or 2. Default 2. */
  channels?: 1 | 2;
  /** float32, or int16 with ±1 at full scale; larger values are clipped. */
  format: "f32" | "i16";
  /** Factor on each sample. Default 1. */
  gain?: number;
  /** Hz; written where 31 bits hold it. */
  centerFrequency?: number;
  /** Time of the first sample, ISO 8601. */
  datetime?: string;
}

/** int16 has its full scale just below 1; what is louder is turned down to it. */
export const FULL_SCALE = 32_767 / 32_768;

/** RIFF counts bytes in 32 bits; RF64 (EBU Tech 3306) has room for 64. */
const MOST_RIFF = 2 ** 32 - 1;

/**
 * Writes a WAV file piece by piece, RF64 where it outgrows 4 GiB. Centre frequency and time go into an `auxi` chunk, as
 * SpectraVue, HDSDR and SDR# read it; players skip it.
 *
 * @param chunks Interleaved complex samples, or samples of one channel, in pieces of any length.
 * @throws RangeError when the rate does not fit, or other samples come than were announced.
 *
 * @example
 * ```ts
 * import { wavFile } from "threeray/capture";
 *
 * async function* chunks() {
 *   yield Float32Array.of(0, 0.5, -0.5, 0);
 * }
 * const parts: Uint8Array<ArrayBuffer>[] = [];
 * const content = { sampleRate: 48_000, samples: 4, channels: 1, format: "i16" } as const;
 * for await (const part of wavFile(content, chunks())) parts.push(part);
 * console.log(await new Blob(parts).slice(0, 4).text()); // RIFF
 * ```
 */
export async function* wavFile(
  content: WavContent,
  chunks: AsyncIterable<Float32Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { samples, format, gain = 1, channels = 2 } = content;
  yield wavHeader(content);
  let came = 0;
  for await (const chunk of chunks) {
    came += chunk.length / channels;
    const numbers = format === "f32" ? chunk.map((x) => gain * x) : Int16Array.from(chunk, (x) => int16(gain * x));
    yield new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  }
  if (came !== samples) {
    throw new RangeError(`capture/wav-writer: ${samples} samples were announced, and ${came} came`);
  }
}

const int16 = (x: number) => Math.min(32_767, Math.max(-32_768, Math.round(32_768 * x))) || 0;

/** Numbers that 16 bits do not hold: beyond ±1, which are clipped, and NaN, which become 0. */
export interface Int16Losses {
  clipped: number;
  missing: number;
}

/** Returns samples as 16-bit numbers, and what these do not hold. */
export function int16Samples(samples: Float32Array): Int16Losses & { numbers: Int16Array<ArrayBuffer> } {
  let [clipped, missing] = [0, 0];
  for (const x of samples) {
    if (Number.isNaN(x)) missing++;
    else if (Math.abs(x) > 1) clipped++;
  }
  return { numbers: Int16Array.from(samples, int16), clipped, missing };
}

/** Says what 16 bits did not hold, of this number of samples. */
export function int16Notes({ clipped, missing }: Int16Losses, numbers: number): string[] {
  return [
    ...(clipped > 0 ? [`${clipped} of ${numbers} numbers were beyond ±1 and are clipped.`] : []),
    ...(missing > 0 ? [`${missing} of ${numbers} numbers were NaN and became 0.`] : []),
  ];
}

/**
 * Returns the bytes before the samples. Their number is the same for all files below 4 GiB.
 *
 * @throws RangeError when the rate does not fit, or without samples.
 */
export function wavHeader(content: WavContent): Uint8Array<ArrayBuffer> {
  const { samples, sampleRate, format, channels = 2, centerFrequency, datetime } = content;
  const rate = Math.round(sampleRate);
  if (!(rate >= 1 && rate < 2 ** 32)) {
    throw new RangeError(`capture/wav-writer: sampleRate must be from 1 to 2^32 − 1 Hz, got ${sampleRate}`);
  }
  if (!Number.isSafeInteger(samples) || samples < 1) {
    throw new RangeError(`capture/wav-writer: samples must be an integer ≥ 1, got ${samples}`);
  }
  const bytes = channels * (format === "f32" ? 4 : 2);
  const data = samples * bytes;
  const chunks = [formatChunk(format, rate, channels), ...(format === "f32" ? [factChunk(samples)] : [])];
  const auxi = auxiChunk(centerFrequency, datetime);
  if (auxi) chunks.push(auxi);
  const inner = 4 + chunks.reduce((sum, chunk) => sum + chunk.length, 0) + 8 + data;
  const large = inner > MOST_RIFF;
  if (large) chunks.unshift(ds64Chunk(inner + DS64_BYTES, data, samples));
  const head = chunk(large ? "RF64" : "RIFF", text("WAVE"), large ? MOST_RIFF : inner);
  const start = chunk("data", new Uint8Array(0), large ? MOST_RIFF : data);
  return joined([head, ...chunks, start]);
}

const text = (name: string) => new TextEncoder().encode(name);

function chunk(name: string, body: Uint8Array, size = body.length): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(8);
  head.set(text(name));
  new DataView(head.buffer).setUint32(4, size, true);
  return joined([head, body]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function formatChunk(format: WavContent["format"], rate: number, channels: number): Uint8Array<ArrayBuffer> {
  const bytes = channels * (format === "f32" ? 4 : 2);
  const body = new DataView(new ArrayBuffer(format === "f32" ? 18 : 16));
  body.setUint16(0, format === "f32" ? 3 : 1, true);
  body.setUint16(2, channels, true);
  body.setUint32(4, rate, true);
  body.setUint32(8, Math.min(MOST_RIFF, rate * bytes), true);
  body.setUint16(12, bytes, true);
  body.setUint16(14, (8 * bytes) / channels, true);
  return chunk("fmt ", new Uint8Array(body.buffer));
}

/** Formats other than integers have one. */
function factChunk(samples: number): Uint8Array<ArrayBuffer> {
  return chunk("fact", new Uint8Array(Uint32Array.of(Math.min(MOST_RIFF, samples)).buffer));
}

const DS64_BYTES = 8 + 28;

function ds64Chunk(riff: number, data: number, samples: number): Uint8Array<ArrayBuffer> {
  const body = new DataView(new ArrayBuffer(DS64_BYTES - 8));
  for (const [i, value] of [riff, data, samples].entries()) body.setBigUint64(8 * i, BigInt(value), true);
  return chunk("ds64", new Uint8Array(body.buffer));
}

/** Start time (a Windows SYSTEMTIME), its end left out, and the centre frequency; the rest is zero. */
function auxiChunk(frequency: number | undefined, datetime = ""): Uint8Array<ArrayBuffer> | undefined {
  const time = new Date(datetime);
  const timed = !Number.isNaN(time.getTime());
  const tuned = frequency !== undefined && Math.round(frequency) >= 1 && frequency < 2 ** 31;
  if (!timed && !tuned) return undefined;
  const body = new DataView(new ArrayBuffer(164));
  if (timed) {
    const date = [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDay(), time.getUTCDate()];
    const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds(), time.getUTCMilliseconds()];
    for (const [i, value] of [...date, ...clock].entries()) body.setUint16(2 * i, value, true);
  }
  if (tuned) body.setUint32(32, Math.round(frequency), true);
  return chunk("auxi", new Uint8Array(body.buffer));
}
