import { type ByteSource, fillExactly, readExactly } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { type Datatype, decode } from "./datatype.ts";

/** A continuous part of a recording. */
export interface Capture {
  /** First sample, and number of samples up to the next capture. */
  start: number;
  count: number;
  /** Hz. */
  centerFrequency?: number;
  /** Time of the first sample, ISO 8601. */
  datetime?: string;
  /** All fields in the file. */
  metadata: Readonly<Record<string, unknown>>;
}

/** A label of a part of a recording. */
export interface Annotation {
  start: number;
  count: number;
  label?: string;
  comment?: string;
  /** Frequency edges in Hz: radio frequencies if the centre frequency is known, else from the centre. */
  edges?: readonly [number, number];
  metadata: Readonly<Record<string, unknown>>;
}

/** Integers of a file as it stores them, interleaved I and Q. */
export type StoredSamples = Int16Array | Int8Array | Uint8Array;

/** Reads like {@link SampleRead}, without the conversion: full scale is 1, and 0 is 128 of unsigned integers. */
export interface StoredRead {
  format: "i16" | "i8" | "u8";
  read(start: number, count: number): Promise<StoredSamples>;
  /** Fills an array with the bytes of the samples from `start` on, which must all be there. */
  readInto(start: number, bytes: Uint8Array): Promise<void>;
}

/**
 * Returns samples [start, start + count) of one channel (default 0) as interleaved complex numbers; fewer at the end of the recording.
 *
 * @throws CaptureError when the file has become shorter; RangeError when there is no such sample or channel.
 */
export interface SampleRead {
  (start: number, count: number, channel?: number): Promise<Float32Array<ArrayBuffer>>;
  /** The same samples as they are stored, for files of one channel of small complex integers. */
  stored?: StoredRead;
  /** The bytes of the same samples, for files of one channel of complex float32. */
  floats?: StoredFloats;
}

/** Float32 samples as a file stores them: they may hold NaN and infinities. */
export interface StoredFloats extends Pick<StoredRead, "readInto"> {
  /** Tells how many samples of a further part hold a NaN or an infinity; parts come in order. @param end The sample after the part. */
  report?(end: number, nonFinite: number): void;
  /** Replaces samples from `start` on that hold a NaN or an infinity by zero, and counts those that were not counted before: parts may overlap. */
  zero?(start: number, pairs: Float32Array): void;
}

/** An opened recording: its facts, and its samples on demand. */
export interface Recording {
  /** File name without its extension. */
  title: string;
  /** "SigMF", "WAV" … */
  format: string;
  /** Samples/s; undefined if the file does not state it. */
  sampleRate?: number;
  /** Hz; undefined if the file does not state it. */
  centerFrequency?: number;
  datatype: Datatype;
  /** Samples per channel. */
  samples: number;
  channels: number;
  /** Corrected violations of the format, one sentence each. */
  warnings: string[];
  /** Guessed facts, one sentence each. The page shows them, and a person can correct them. */
  guesses: string[];
  /** True where the sample type is a guess, which a person should check. */
  uncertain: boolean;
  /** The file's global metadata, unchecked, with unknown names. */
  metadata: Readonly<Record<string, unknown>>;
  captures: Capture[];
  annotations: Annotation[];
  read: SampleRead;
  /** The text of the SigMF metadata file; undefined for other formats. */
  metadataText?(): Promise<string>;
  /** Compares the samples with the hash in the file; undefined without a hash. */
  verify?(options?: { signal?: AbortSignal; onProgress?(done: number): void }): Promise<boolean>;
}

/** A source of complex samples to show: a recording or another signal. */
export type RecordedSamples = Pick<Recording, "samples" | "channels" | "read">;

/** Consecutive samples in a file: the byte of the first, and their number. */
interface Segment {
  byte: number;
  samples: number;
}

export interface SampleLayout extends Segment {
  source: ByteSource;
  datatype: Datatype;
  channels: number;
  /** True where the file holds Q before I. */
  swapped?: boolean;
  /** Full scale of integers, where their size does not give it. */
  fullScale?: number;
}

/** Bytes per read. */
const READ_BYTES = 2 ** 22;

/** `read` of a recording: reads only the necessary bytes of the file, a few MiB at a time. */
export function sampleReader(layout: SampleLayout): SampleRead {
  const { source, datatype, channels, byte, samples, swapped, fullScale } = layout;
  const stride = datatype.bytes * channels;
  const most = Math.max(1, Math.floor(READ_BYTES / stride));
  const read: SampleRead = async (start, count, channel = 0) => {
    if (!Number.isInteger(start) || start < 0 || !Number.isInteger(count) || count < 0) {
      throw new RangeError(`capture: start and count must be whole numbers ≥ 0, got ${start} and ${count}`);
    }
    if (!Number.isInteger(channel) || channel < 0 || channel >= channels) {
      throw new RangeError(`capture: channel must be an integer from 0 to ${channels - 1}, got ${channel}`);
    }
    const end = Math.min(start + count, samples);
    const out = new Float32Array(2 * Math.max(0, end - start));
    for (let from = start; from < end; from += most) {
      const to = Math.min(from + most, end);
      const bytes = await readExactly(source, byte + from * stride, byte + to * stride);
      decode(bytes, { datatype, channels, channel, swapped, fullScale }, out, from - start);
    }
    return out;
  };
  read.stored = storedRead(layout);
  if (datatype.number === "f32" && isPlain(layout)) {
    read.floats = { readInto: (start, bytes) => fillExactly(source, byte + start * datatype.bytes, bytes) };
  }
  return read;
}

const STORED = { i16: Int16Array, i8: Int8Array, u8: Uint8Array };

/** Whether a file has nothing but complex numbers of one channel, in the processor's byte order. */
const isPlain = ({ datatype, channels, swapped, fullScale }: SampleLayout) =>
  datatype.complex && !datatype.bigEndian && channels === 1 && !swapped && fullScale === undefined;

function storedRead(layout: SampleLayout): StoredRead | undefined {
  const { source, datatype, byte, samples } = layout;
  const { number, bytes } = datatype;
  if (number !== "i16" && number !== "i8" && number !== "u8") return undefined;
  if (!isPlain(layout)) return undefined;
  return {
    format: number,
    async read(start, count) {
      const end = Math.min(start + count, samples);
      return new STORED[number](await readExactly(source, byte + start * bytes, byte + Math.max(start, end) * bytes));
    },
    readInto: (start, array) => fillExactly(source, byte + start * bytes, array),
  };
}

const bytesText = (count: number) => (count === 1 ? "1 byte" : `${count} bytes`);

/**
 * The samples that fit between two bytes of a file, as one segment.
 *
 * @throws CaptureError when there is not one; adds a warning when the last one is cut off.
 */
export function wholeSegment(
  { source, datatype, channels }: Pick<SampleLayout, "source" | "datatype" | "channels">,
  start: number,
  end: number,
  warnings: string[],
): Segment {
  const stride = datatype.bytes * channels;
  const samples = Math.floor((end - start) / stride);
  if (samples < 1) {
    throw new CaptureError(
      `${source.name}: holds no samples: found ${bytesText(Math.max(0, end - start))} of them, expected at least ${stride} ` +
        `(${datatype.name}). Is the copy complete?`,
    );
  }
  const rest = end - start - samples * stride;
  if (rest) {
    const [last, was] = rest === 1 ? ["byte is", "was"] : [`${rest} bytes are`, "were"];
    warnings.push(`The last ${last} not a whole sample (${bytesText(stride)}) and ${was} left out.`);
  }
  return { byte: start, samples };
}

/** The power of a part of a recording. */
export interface ScanResult {
  /** Number of samples read. */
  samples: number;
  /** Mean and largest |x|² of the finite samples. */
  power: number;
  peak: number;
  /** Number of NaN or infinite samples. */
  nonFinite: number;
}

/**
 * Measures the power of samples in blocks, and counts NaN and infinite ones. * @param options A part (default: the whole recording), and `onProgress` with the finished share.
 *
 * @example
 * ```ts
 * import { arrayRecording, scanRecording } from "threeray/capture";
 *
 * const recording = arrayRecording([1, 0, 0, 2], { sampleRate: 1 });
 * const { power, peak } = await scanRecording(recording);
 * console.log(power, peak); // 2.5 4
 * ```
 */
export async function scan(
  recording: Recording,
  options: {
    start?: number;
    count?: number;
    channel?: number;
    signal?: AbortSignal;
    onProgress?(done: number): void;
  } = {},
): Promise<ScanResult> {
  const { start = 0, channel = 0, signal, onProgress } = options;
  const end = Math.min(recording.samples, start + (options.count ?? recording.samples));
  const block = 2 ** 18;
  let [sum, peak, nonFinite] = [0, 0, 0];
  for (let from = start; from < end; from += block) {
    signal?.throwIfAborted();
    const x = await recording.read(from, Math.min(block, end - from), channel);
    for (let i = 0; i < x.length; i += 2) {
      const power = x[i] * x[i] + x[i + 1] * x[i + 1];
      if (!Number.isFinite(x[i]) || !Number.isFinite(x[i + 1])) nonFinite++;
      else {
        sum += power;
        peak = Math.max(peak, power);
      }
    }
    onProgress?.((Math.min(from + block, end) - start) / (end - start));
  }
  const samples = Math.max(0, end - start);
  return { samples, power: samples > nonFinite ? sum / (samples - nonFinite) : 0, peak, nonFinite };
}
