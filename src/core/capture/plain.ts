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
  /** Full scale of integers, where their size does not give it. */
  fullScale?: number;
  /** Metadata in SigMF's names. */
  metadata?: Readonly<Record<string, unknown>>;
}

/** @throws CaptureError without a complete sample, or for an invalid sample rate. */
export function plainRecording(file: PlainFile): Recording {
  const { source, format, datatype, start, end, swapped, fullScale, metadata = {}, warnings, guesses } = file;
  const segment = wholeSegment({ source, datatype, channels: 1 }, start, end, warnings);
  const { sampleRate, centerFrequency, datetime, unclear } = factsOf(file);
  if (sampleRate !== undefined && !(sampleRate > 0 && Number.isFinite(sampleRate))) {
    throw new CaptureError(`${source.name}: the sample rate must be a number above 0, got ${sampleRate}. Correct it.`);
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
    uncertain: file.uncertain ?? unclear,
    metadata,
    captures: [{ start: 0, count: samples, centerFrequency, datetime, metadata: {} }],
    annotations: [],
    read: sampleReader({ source, datatype, channels: 1, ...segment, swapped, fullScale }),
  };
}

/** Metadata from the file, and guesses from its name. */
function factsOf({ source, said, guesses }: PlainFile): PlainFile["said"] & { unclear: boolean } {
  const { unclear, notes, ...named } = nameHints(source.name);
  const { sampleRate, centerFrequency, datetime } = said;
  const facts = { sampleRate, centerFrequency, datetime };
  const guess = (text: string) => guesses.push(`${text} was read from the file's name.`);
  if (sampleRate === undefined && named.sampleRate !== undefined) {
    guess(`The sample rate, ${(facts.sampleRate = named.sampleRate)} Hz,`);
  }
  if (centerFrequency === undefined && named.centerFrequency !== undefined) {
    guess(`The centre frequency, ${(facts.centerFrequency = named.centerFrequency)} Hz,`);
  }
  if (datetime === undefined && named.datetime) guess(`The time, ${(facts.datetime = named.datetime)},`);
  else if (datetime === undefined) guesses.push(...notes);
  if (unclear === undefined || unclear === sampleRate || unclear === centerFrequency)
    return { ...facts, unclear: false };
  const size = `${unclear / 1e6}M`;
  if (sampleRate !== undefined) {
    guesses.push(`The file's name says ${size}, which may be a frequency; Threeray leaves it out.`);
    return { ...facts, unclear: false };
  }
  guesses.push(
    `The file's name says ${size} without a unit. Threeray reads it as the sample rate; if it is the centre frequency, ` +
      "correct both.",
  );
  return { ...facts, sampleRate: unclear, unclear: true };
}
