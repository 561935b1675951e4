import pageOfSamples from "#shaders/capture/lib/page-of-samples.wgsl?raw";
import rawSample from "#shaders/capture/lib/raw-sample.wgsl?raw";
import { createUniformStruct, type UniformStruct } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { bytesPerSample, type SampleArray, type SampleFormat } from "./raw-samples.ts";

/** The WGSL with which a kernel can call `rawSample`, which reads a sample of a page. */
export const RAW_SAMPLE = [rawSample, pageOfSamples];

/** A page of samples in GPU memory, as kernels read it with `lib/raw-sample`. */
export interface RawPage {
  format: SampleFormat;
  raw: GPUBuffer;
  page: UniformStruct;
  /** Takes the next page's samples, for later submissions: those that the recording has are [from, to), and `size` starts are the page's own. */
  write(page: { samples: SampleArray; from: number; to: number; size: number }): void;
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
  const page = await createUniformStruct(device, { label: "capture", wgsl: [pageOfSamples] }, "page", values);
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
