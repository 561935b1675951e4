import { sha512 as sha512Of } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Annotation, Capture } from "../recording.ts";
import { TAR_END, tarHeader, tarPadding } from "../archives/tar.ts";

/** The recording from which samples come, the first sample and the channel. */
export interface SampleOrigin {
  title: string;
  start: number;
  channel: number;
  /** Of a band: the frequency that was mixed to 0 and the width that passed, Hz, the decimation and the taps of the filter. */
  centreHz?: number;
  passHz?: number;
  decimation?: number;
  taps?: number;
}

/** The properties of a recording that must be known before its samples are written. */
export interface SigmfContent {
  /** Name of the files, without extension. */
  name: string;
  /** Samples per channel that will come. */
  samples: number;
  /** Channels, whose samples come in turn. Default 1. */
  channels?: number;
  /** Samples/s, where it is known. */
  sampleRate?: number;
  /** Real samples, one number each, in place of complex ones. */
  real?: boolean;
  /** Integers in place of float32: unsigned or signed bytes as a receiver gives them, or 16 bits. */
  integers?: "u8" | "i8" | "i16_le";
  /** Whether the metadata hold a hash of the samples; it takes time. Default: true. */
  hashed?: boolean;
  /** Default: one from sample 0. */
  captures?: readonly (Pick<Capture, "start" | "centerFrequency" | "datetime"> & Partial<Pick<Capture, "metadata">>)[];
  annotations?: readonly (Pick<Annotation, "start" | "count" | "label" | "comment" | "edges"> &
    Partial<Pick<Annotation, "metadata">>)[];
  description?: string;
  /** What the lab needs to compute the recording again: kept as JSON under `threeray:scenario`. */
  scenario?: unknown;
  /** Sample of the scenario's recording at which this one begins, 0 by default: kept under `threeray:scenario_start`. */
  scenarioStart?: number;
  /** Where an excerpt comes from: kept as JSON under `threeray:origin`. */
  origin?: SampleOrigin;
  /** The metadata of the recording from which it comes. They are kept, except for fields that are written again. */
  metadata?: Readonly<Record<string, unknown>>;
}

/** A recording of unknown length, e.g. of a radio. */
export type OpenSigmfContent = Omit<SigmfContent, "samples"> & Partial<Pick<SigmfContent, "samples">>;

export type SigmfNumbers = Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer>;

/** The two files of a recording in SigMF. */
export interface SigmfPair {
  /** Contents of `name.sigmf-data`, piece by piece. */
  data: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Contents of `name.sigmf-meta`, once the data have all been taken. */
  meta(): string;
}

/**
 * Writes a recording as a pair of files: `cf32_le`, or `rf32_le` where it is real; of integers as `cu8`, `ci8`,
 * `ci16_le`, and the same with `r`.
 *
 * @param chunks Interleaved complex samples, or real ones, in pieces of any length: [sample][channel].
 * @throws RangeError if the content is invalid, or if the samples differ from the announced ones.
 *
 * @example
 * ```ts
 * import { sigmfPair } from "threeray/capture";
 *
 * async function* chunks() {
 *   yield Float32Array.of(1, 0, 0, 1);
 * }
 * const { data, meta } = sigmfPair({ name: "tone", samples: 2, sampleRate: 48_000 }, chunks());
 * let bytes = 0;
 * for await (const part of data) bytes += part.length;
 * console.log(bytes, JSON.parse(meta()).global["core:datatype"]); // 16 cf32_le
 * ```
 */
export function sigmfPair(content: OpenSigmfContent, chunks: AsyncIterable<SigmfNumbers>): SigmfPair {
  checkContent(content);
  const { hashed = true } = content;
  const hash = hashed ? sha512Of.create() : undefined;
  let sha512: string | undefined;
  let isWhole = false;
  async function* data() {
    let bytes = 0;
    for await (const { buffer, byteOffset, byteLength } of chunks) {
      const piece = new Uint8Array(buffer, byteOffset, byteLength);
      hash?.update(piece);
      bytes += byteLength;
      yield piece;
    }
    const stride = sampleBytes(content);
    const { samples = bytes / stride } = content;
    if (bytes !== samples * stride) {
      throw new RangeError(`capture/sigmf-writer: ${samples} samples were announced, and ${bytes / stride} came`);
    }
    sha512 = hash && bytesToHex(hash.digest());
    isWhole = true;
  }
  return {
    data: data(),
    meta() {
      if (!isWhole) throw new Error("capture/sigmf-writer: the metadata come after the data, whose hash they hold");
      return sigmfMetadata(content, sha512);
    },
  };
}

/**
 * Writes a recording as one archive, `name.sigmf`, piece by piece. Parameters and errors as in `sigmfPair`; an archive holds
 * less than 8 GiB.
 *
 * @example
 * ```ts
 * import { fromBlob, openRecording, sigmfArchive } from "threeray/capture";
 *
 * async function* chunks() {
 *   yield Float32Array.of(1, 0, 0, 1);
 * }
 * const parts: Uint8Array<ArrayBuffer>[] = [];
 * for await (const part of sigmfArchive({ name: "tone", samples: 2, sampleRate: 48_000 }, chunks())) parts.push(part);
 * const [recording] = await openRecording([fromBlob("tone.sigmf", new Blob(parts))]);
 * console.log(recording.format, recording.samples, recording.sampleRate); // SigMF 2 48000
 * ```
 */
export async function* sigmfArchive(
  content: SigmfContent,
  chunks: AsyncIterable<SigmfNumbers>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = content.samples * sampleBytes(content);
  const pair = sigmfPair(content, chunks);
  yield archiveStart(content, bytes);
  yield* pair.data;
  yield* archiveEnd(content, bytes, pair.meta());
}

/** Returns an archive of samples that are written already, with their metadata. */
export function archiveOf(content: OpenSigmfContent, data: readonly Blob[], meta: string): Blob {
  const bytes = data.reduce((sum, { size }) => sum + size, 0);
  const type = "application/octet-stream";
  return new Blob([archiveStart(content, bytes), ...data, ...archiveEnd(content, bytes, meta)], { type });
}

const pathOf = ({ name }: OpenSigmfContent) => `${name}/${name}`;
const writtenOf = ({ captures }: OpenSigmfContent) => Date.parse(captures?.[0]?.datetime ?? "") / 1000 || 0;

function archiveStart(content: OpenSigmfContent, bytes: number): Uint8Array<ArrayBuffer> {
  return tarHeader(`${pathOf(content)}.sigmf-data`, bytes, writtenOf(content));
}

function* archiveEnd(content: OpenSigmfContent, bytes: number, text: string): Generator<Uint8Array<ArrayBuffer>> {
  yield tarPadding(bytes);
  const meta = new TextEncoder().encode(text);
  yield tarHeader(`${pathOf(content)}.sigmf-meta`, meta.length, writtenOf(content));
  yield meta;
  yield tarPadding(meta.length);
  yield TAR_END;
}

const BYTES = { u8: 1, i8: 1, i16_le: 2 } as const;
/** Returns the bytes of one sample of all channels. */
export const sampleBytes = ({ real, integers, channels = 1 }: OpenSigmfContent) =>
  channels * (real ? 1 : 2) * (integers ? BYTES[integers] : 4);

function checkContent({ name, samples, sampleRate }: OpenSigmfContent): void {
  if (!name || /[\\/]/.test(name)) {
    throw new RangeError(`capture/sigmf-writer: name must be a file name without folders, got ${JSON.stringify(name)}`);
  }
  if (samples !== undefined && (!Number.isSafeInteger(samples) || samples < 1)) {
    throw new RangeError(`capture/sigmf-writer: samples must be an integer ≥ 1, got ${samples}`);
  }
  if (sampleRate !== undefined && !(sampleRate > 0 && sampleRate <= 1e12)) {
    throw new RangeError(`capture/sigmf-writer: sampleRate must be above 0 and at most 1e12, got ${sampleRate}`);
  }
}

/** Fields that describe the file that was read, not the one that is written. */
const OUTDATED = [
  "offset",
  "num_channels",
  "dataset",
  "trailing_bytes",
  "metadata_only",
  "collection",
  "header_bytes",
  "global_index",
].map((name) => `core:${name}`);

function kept(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  if (!OUTDATED.some((name) => Object.hasOwn(fields, name))) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OUTDATED.includes(name)));
}

const EXTENSION = { name: "threeray", version: "1.0.0", optional: true };

/**
 * Returns the contents of `name.sigmf-meta`.
 *
 * @param sha512 Hash of the data, if known.
 */
export function sigmfMetadata(content: OpenSigmfContent, sha512: string | undefined): string {
  const { sampleRate, captures = [{ start: 0 }], annotations = [], description, scenario, origin, metadata } = content;
  const { real, integers, scenarioStart, channels = 1 } = content;
  const { "core:extensions": known, "core:description": said, ...rest } = kept(metadata);
  const others = (Array.isArray(known) ? known : []).filter((extension) => extension?.name !== EXTENSION.name);
  const extensions = scenario === undefined && origin === undefined ? others : [...others, EXTENSION];
  // JSON leaves out what is undefined.
  const whole = {
    global: {
      ...rest,
      "core:datatype": `${real ? "r" : "c"}${integers ?? "f32_le"}`,
      "core:version": "1.2.6",
      "core:sample_rate": sampleRate,
      "core:num_channels": channels === 1 ? undefined : channels,
      "core:recorder": "Threeray",
      "core:description": description ?? said,
      "core:sha512": sha512,
      "core:extensions": extensions.length ? extensions : undefined,
      "threeray:scenario": scenario,
      "threeray:scenario_start": scenarioStart || undefined,
      "threeray:origin": origin,
    },
    captures: captures.map(({ start, centerFrequency, datetime, metadata }) => ({
      ...kept(metadata),
      "core:sample_start": start,
      "core:frequency": centerFrequency,
      "core:datetime": datetime,
    })),
    annotations: annotations.map(({ start, count, edges, label, comment, metadata }) => ({
      ...kept(metadata),
      "core:sample_start": start,
      "core:sample_count": count,
      "core:freq_lower_edge": edges?.[0],
      "core:freq_upper_edge": edges?.[1],
      "core:label": label,
      "core:comment": comment,
    })),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
