import rawSample from "#shaders/signals/lib/raw-sample.wgsl?raw";
import { createUniformStruct, type UniformStruct } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { SampleArray, SampleFormat } from "./decoders/decoder.ts";
import type { BlockOfSamples } from "./decoders/sample-blocks.ts";

/** In the order of the kernels' FORMAT. */
export const RAW_FORMATS: readonly SampleFormat[] = ["f32", "i16", "i8", "u8"];

const ARRAYS = { f32: Float32Array, i16: Int16Array, i8: Int8Array, u8: Uint8Array };

/** Bytes of a complex sample. */
export const bytesPerSample = (format: SampleFormat) => 2 * ARRAYS[format].BYTES_PER_ELEMENT;

/** Returns samples that are zero, or for uint8 the lowest value. */
export const rawSamples = (format: SampleFormat, length: number): SampleArray => new ARRAYS[format](length);

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

/** A page of samples in GPU memory, as kernels read it with `lib/raw-sample`. */
export interface RawPage {
  format: SampleFormat;
  raw: GPUBuffer;
  page: UniformStruct;
  /** Takes the next page's samples, for later submissions. */
  write(block: BlockOfSamples<SampleArray>): void;
  destroy(): void;
}

/** @param samples Complex samples of the page. */
export async function createRawPage(
  device: GPUDevice,
  { format, samples: length }: { format: SampleFormat; samples: number },
): Promise<RawPage> {
  const memory = allocate(device);
  const bytes = length * bytesPerSample(format);
  const raw = memory.storage("samples", Math.ceil(bytes / 4) * 4);
  const values = { first: 0, end: 0, own: 0 };
  const page = await createUniformStruct(device, { label: "signals", wgsl: [rawSample] }, "page", values);
  return {
    format,
    raw,
    page,
    write({ samples, from, to, size }) {
      page.set({ first: from, end: to, own: size });
      // Writes have whole words: an odd number of 8-bit samples goes with two bytes more.
      const rest = samples.byteLength % 4;
      const whole = rest === 0 ? samples : new Uint8Array(samples.byteLength + 4 - rest);
      if (rest > 0) whole.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      device.queue.writeBuffer(raw, 0, whole);
    },
    destroy() {
      page.destroy();
      memory.release();
    },
  };
}
