import type { StoredRead, StoredSamples } from "./recording.ts";

/** How samples come to a GPU: float32, or integers as a file stores them. */
export type SampleFormat = StoredRead["format"] | "f32";

export type SampleArray = StoredSamples | Float32Array;

/** In the order of the kernels' FORMAT. */
export const RAW_FORMATS: readonly SampleFormat[] = ["f32", "i16", "i8", "u8"];

const ARRAYS = { f32: Float32Array, i16: Int16Array, i8: Int8Array, u8: Uint8Array };

/** Bytes of a complex sample. */
export const bytesPerSample = (format: SampleFormat) => 2 * ARRAYS[format].BYTES_PER_ELEMENT;

/** Returns samples that are zero, or for uint8 the lowest value. */
export const rawSamples = (format: SampleFormat, length: number): SampleArray => new ARRAYS[format](length);

/** Returns samples in memory that holds at least as many. */
export const rawSamplesIn = (format: SampleFormat, memory: ArrayBuffer, length: number): SampleArray =>
  new ARRAYS[format](memory, 0, length);

/** The value that is 0, and the float32 value of a step. */
export const rawMiddle = (format: SampleFormat) => (format === "u8" ? 128 : 0);
export const rawScale = (format: SampleFormat) => (format === "f32" ? 1 : 1 / (format === "i16" ? 32768 : 128));

/** Returns samples as float32: integers with full scale 1. */
export function floatSamples(format: SampleFormat, samples: SampleArray): Float32Array<ArrayBuffer> {
  const [middle, scale] = [rawMiddle(format), rawScale(format)];
  const numbers = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) numbers[i] = (samples[i] - middle) * scale;
  return numbers;
}
