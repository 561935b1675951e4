import type { SampleArray, SampleFormat } from "./decoders/decoder.ts";
import type { BlockOfSamples } from "./decoders/sample-blocks.ts";

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

/** Returns a block's samples as float32; those that the stream does not have are 0. */
export function floatBlock(format: SampleFormat, block: BlockOfSamples<SampleArray>): BlockOfSamples<Float32Array> {
  const samples = floatSamples(format, block.samples);
  samples.fill(0, 0, 2 * block.from).fill(0, 2 * block.to);
  return { ...block, samples };
}
