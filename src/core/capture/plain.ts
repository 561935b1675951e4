import type { ByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import type { Datatype } from "./datatype.ts";
import { nameHints, stemOf } from "./file-name.ts";
import { type Recording, sampleReader, wholeSegment } from "./recording.ts";

/** A file with consecutive samples of one channel and little or no metadata. */
export interface PlainFile {
  source: ByteSource;
  format: string;
  datatype: Datatype;
  /** Bytes [start, end) are the samples. */
  start: number;
  end: number;
  /** True where the file holds Q before I. */
  swapped?: boolean;
  /** Known facts; the file's name may supply others. */
  said: { sampleRate?: number; centerFrequency?: number; datetime?: string };
  warnings: string[];
  guesses: string[];
  uncertain?: boolean;
}

/** @throws CaptureError without a complete sample, or for an invalid sample rate. */
export function plainRecording(file: PlainFile): Recording {
  const { source, format, datatype, start, end, swapped, said, warnings, guesses, uncertain = false } = file;
  const segment = wholeSegment({ source, datatype, channels: 1 }, start, end, warnings);
  const inName = nameHints(source.name);
  const { sampleRate = inName.sampleRate, centerFrequency = inName.centerFrequency, datetime = inName.datetime } = said;
  if (sampleRate !== undefined && !(sampleRate > 0 && Number.isFinite(sampleRate))) {
    throw new CaptureError(`${source.name}: the sample rate must be a number above 0, got ${sampleRate}. Correct it.`);
  }
  if (sampleRate !== said.sampleRate) guesses.push(`The sample rate, ${sampleRate} Hz, was read from the file's name.`);
  if (centerFrequency !== said.centerFrequency) {
    guesses.push(`The centre frequency, ${centerFrequency} Hz, was read from the file's name.`);
  }
  const samples = segment.samples;
  return {
    title: stemOf(source.name),
    format,
    sampleRate,
    centerFrequency,
    datatype,
    samples,
    channels: 1,
    warnings,
    guesses,
    uncertain,
    metadata: {},
    captures: [{ start: 0, count: samples, centerFrequency, datetime, metadata: {} }],
    annotations: [],
    read: sampleReader({ source, datatype, channels: 1, segments: [segment], swapped }),
  };
}
