import { sampleBytes, sigmfMetadata } from "#core/capture/formats/sigmf-writer.ts";
import type { KeptItem, RecordingAbout } from "./item.ts";

/** A recording of the store as a pair of files. */
export interface RecoveredPair {
  /** Their name, without extension. */
  name: string;
  /** All whole samples. It stays on the disk. */
  data: Blob;
  meta: string;
  /** Samples, and their duration, s. */
  samples: number;
  seconds: number;
}

/**
 * Returns a recording of the store, however it ended: all whole samples that were written, and the captures that begin
 * in them. Undefined if it has no sample.
 */
export function recoveredPair({
  about,
  samples: file,
}: KeptItem & { about: RecordingAbout }): RecoveredPair | undefined {
  const { content } = about;
  const stride = sampleBytes(content);
  const samples = Math.floor((file?.size ?? 0) / stride);
  if (!file || samples === 0) return undefined;
  const captures = content.captures?.filter(({ start }) => start < samples);
  return {
    name: content.name,
    data: file.slice(0, samples * stride),
    meta: sigmfMetadata({ ...content, captures: captures?.length ? captures : undefined }, undefined),
    samples,
    seconds: samples / (content.sampleRate ?? Number.NaN),
  };
}
