import { datatypeOf } from "./datatype.ts";
import type { Recording } from "./recording.ts";

/** Facts about samples that no file states. */
export interface ArrayRecordingFacts extends Partial<Pick<Recording, "title" | "centerFrequency">> {
  /** Samples/s. */
  sampleRate: number;
  /** "complex" samples as pairs (re, im), or "real" ones. Default "complex". */
  kind?: "complex" | "real";
}

/**
 * Returns samples in memory as a recording, which receivers and decoders take like one from a file.
 *
 * @param samples Full scale is 1. Converted to float32.
 * @throws RangeError for half a pair.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 *
 * const recording = arrayRecording([1, 0, 0, 1], { sampleRate: 48_000 });
 * console.log(recording.samples, [...(await recording.read(1, 1))]); // 2 [ 0, 1 ]
 * ```
 */
export function arrayRecording(
  samples: ArrayLike<number>,
  { title = "samples", kind = "complex", ...facts }: ArrayRecordingFacts,
): Recording & { sampleRate: number } {
  const width = kind === "complex" ? 2 : 1;
  if (samples.length % width) {
    throw new RangeError(`capture: complex samples must be pairs of numbers, got ${samples.length} numbers`);
  }
  const x = samples instanceof Float32Array ? samples : Float32Array.from(samples);
  const count = x.length / width;
  return {
    ...facts,
    title,
    format: "array",
    datatype: datatypeOf(kind === "complex", "f32"),
    samples: count,
    channels: 1,
    warnings: [],
    guesses: [],
    uncertain: false,
    metadata: {},
    captures: [{ start: 0, count, centerFrequency: facts.centerFrequency, metadata: {} }],
    annotations: [],
    async read(start, length) {
      const end = Math.min(start + length, count);
      const pairs = new Float32Array(2 * Math.max(0, end - start));
      if (width === 2) pairs.set(x.subarray(2 * start, 2 * Math.max(start, end)));
      else for (let n = start; n < end; n++) pairs[2 * (n - start)] = x[n];
      return pairs;
    },
  };
}
