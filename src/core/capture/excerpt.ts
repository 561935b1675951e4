import { movedFields } from "./moved-annotation.ts";
import type { Annotation, Capture, Recording } from "./recording.ts";

/** A part of a recording. */
export interface Excerpt {
  /** First sample, and number of samples. */
  start: number;
  count: number;
  /** Default 0. */
  channel?: number;
}

/** Samples per read. */
const PIECE = 2 ** 18;

/** Yields the samples of an excerpt piece by piece; `onProgress` receives the finished share. */
export async function* excerptSamples(
  recording: Recording,
  { start, count, channel = 0 }: Excerpt,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?(done: number): void } = {},
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  for (let at = 0; at < count; at += PIECE) {
    signal?.throwIfAborted();
    yield await recording.read(start + at, Math.min(PIECE, count - at), channel);
    onProgress?.(Math.min(1, (at + PIECE) / count));
  }
}

/** The captures within an excerpt, counted from its first sample. */
export function excerptCaptures(recording: Recording, { start, count }: Excerpt): Capture[] {
  return recording.captures.flatMap((capture) => {
    const from = Math.max(start, capture.start);
    const end = Math.min(start + count, capture.start + capture.count);
    if (from >= end) return [];
    const late = recording.sampleRate ? (from - capture.start) / recording.sampleRate : 0;
    const datetime = late && capture.datetime ? laterBy(capture.datetime, late) : capture.datetime;
    return [{ ...capture, start: from - start, count: end - from, datetime }];
  });
}

/** Returns what an excerpt keeps of its recording, counted from its first sample. */
export const excerptFacts = (recording: Recording, part: Excerpt) => ({
  metadata: recording.metadata,
  sampleRate: recording.sampleRate,
  captures: excerptCaptures(recording, part),
  annotations: excerptAnnotations(recording.annotations, part),
});

/** The annotations within an excerpt, counted from its first sample and cut to its length. */
export function excerptAnnotations(annotations: readonly Annotation[], { start, count }: Excerpt): Annotation[] {
  return annotations.flatMap((annotation) => {
    const from = Math.max(start, annotation.start);
    const end = Math.min(start + count, annotation.start + annotation.count);
    const outside =
      annotation.count === 0 ? annotation.start < start || annotation.start >= start + count : from >= end;
    if (outside) return [];
    const metadata = movedFields(annotation.metadata, { place: (sample) => sample - start, samples: count });
    return [{ ...annotation, start: from - start, count: end - from, metadata }];
  });
}

/** A time plus a number of seconds, to the nanosecond; undefined for an invalid time. */
export function laterBy(datetime: string, seconds: number): string | undefined {
  const [whole, fraction = ""] = datetime.replace(/Z$/i, "").split(".");
  const ms = Date.parse(`${whole}Z`);
  if (Number.isNaN(ms) || !/^\d*$/.test(fraction)) return undefined;
  const begun = BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, "0").slice(0, 9));
  const later = begun + BigInt(Math.round(seconds * 1e9));
  const digits = String(((later % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n).padStart(9, "0");
  const second = new Date(Number(later / 1_000_000n)).toISOString().slice(0, 19);
  return `${second}.${digits.replace(/0{1,6}$/, "")}Z`;
}
