import { zeroNonFinite } from "../../../capture/finite.ts";
import { inUnits, powerUnit } from "../../../capture/power-unit.ts";
import { compileAhead } from "../../../gpu/compile-ahead.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../../gpu/errors.ts";
import { isLost } from "../../../gpu/host.ts";
import { createUpload, type Upload } from "../../../gpu/upload.ts";
import { bytesPerSample } from "../../../capture/raw-samples.ts";
import type { GridConfig } from "../grids.ts";
import { FLOOR } from "../noise-floor.ts";
import { framesIn } from "../resolution.ts";
import { numbersAgain, type ReadSegment, type Searchable, segmentOf, type SegmentSource } from "../source.ts";
import { createSegmentKernels, type SegmentKernels } from "./segment-kernels.ts";
import { createGridMemory, type GridMemory, searchSegment } from "./segment-search.ts";

/** Segments under way: one is read and one is written while the kernels search another. With threads that search them, two keep the GPU as busy. */
const [SLOTS, SHARED_SLOTS] = [3, 2];

/** What a segment under way needs. */
interface Slot {
  kernels: SegmentKernels;
  /** For integers. */
  upload?: Upload;
  /** For float32 samples of a file. */
  numbers?: Float32Array<ArrayBuffer>;
}

export interface KernelSourceConfig extends GridConfig {
  channel: number;
  /** Most complex samples of a segment, and most segments at once. */
  most: number;
  atOnce: number;
  /** Whether other threads search the cells. */
  isShared: boolean;
}

/**
 * Returns the source that computes on a GPU. A segment on which the device is lost, and those after it, are computed in float64. So are those
 * with few frames.
 *
 * @throws OutOfMemoryError, DeviceLostError when it cannot begin.
 */
export async function createKernelSource(
  gpu: Gpu,
  recording: Searchable,
  config: KernelSourceConfig,
): Promise<SegmentSource> {
  const { device, adapter } = gpu;
  const { channel, most, atOnce } = config;
  // Integers go to the GPU as they are stored. Float32 samples are read into memory that is used again.
  const { stored, floats } = recording.read;
  const format = stored?.format ?? "f32";
  const bytes = bytesPerSample(format);
  const wholeWords = (samples: number) => Math.ceil((samples * bytes) / 4) * 4;
  const build = (on: GPUDevice) => createSegmentKernels(on, { ...config, format, samples: most });
  await compileAhead(device, build);
  const slots: Slot[] = [];
  while (slots.length < (adapter.software ? 1 : Math.min(atOnce, config.isShared ? SHARED_SLOTS : SLOTS))) {
    try {
      const kernels = await build(device);
      const upload = stored && createUpload(device, "signals/finding", wholeWords(most));
      slots.push({ kernels, upload, numbers: floats && new Float32Array(2 * most) });
    } catch (error) {
      // With less memory, fewer segments are under way.
      if (!(error instanceof OutOfMemoryError && slots.length > 0)) throw error;
      break;
    }
  }
  const free = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];
  const acquire = () => {
    const slot = free.pop();
    return slot ? Promise.resolve(slot) : new Promise<Slot>((resolve) => waiting.push(resolve));
  };
  const release = (slot: Slot) => {
    const next = waiting.shift();
    if (next) next(slot);
    else free.push(slot);
  };
  // Reads follow each other, so that they go forward through the file.
  let reading: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(read: () => Promise<T>): Promise<T> => {
    const next = reading.then(read);
    reading = next.catch(() => {});
    return next;
  };
  /** Returns finite samples; where `floats` gives them, they are valid until the slot's next segment. */
  const numbersOf = (slot: Slot, start: number, count: number) =>
    inOrder(async () => {
      const numbers = slot.numbers?.subarray(0, 2 * count);
      if (!floats || !numbers) {
        const read = await recording.read(start, count, channel);
        zeroNonFinite(read);
        return read;
      }
      await floats.readInto(start, new Uint8Array(numbers.buffer, 0, numbers.byteLength));
      if (floats.zero) floats.zero(start, numbers);
      else zeroNonFinite(numbers);
      return numbers;
    });

  const spare: GridMemory[] = [];
  /** Searches a page. The memory of its grids is used again once it is released. */
  const searchPage = async (
    { kernels }: Slot,
    page: { count: number; unit: number; write(encoder: GPUCommandEncoder): void },
  ) => {
    const memory = spare.pop() ?? createGridMemory(config.isShared);
    const found = await searchSegment(device, kernels, config, { ...page, memory });
    return { ...found, release: () => void spare.push(memory) };
  };

  /** Signals need the samples again: the GPU has them, and their memory here is gone. */
  const segment = (
    start: number,
    count: number,
    { hasSignals, ...found }: Awaited<ReturnType<typeof searchPage>>,
  ): ReadSegment => ({
    count,
    ...found,
    ...(hasSignals && { numbers: () => numbersAgain(recording, { start, count, channel }) }),
  });

  /** Searches integers, which are read straight into memory that the device copies. */
  const searchStored = async (slot: Slot, start: number, count: number): Promise<ReadSegment> => {
    const { kernels, upload } = slot;
    if (!stored || !upload) throw new Error("unreachable");
    const memory = await upload.map();
    await inOrder(() => stored.readInto(start, memory.subarray(0, count * bytes)));
    const write = (encoder: GPUCommandEncoder) => upload.copy(encoder, kernels.page.raw, wholeWords(count));
    return segment(start, count, await searchPage(slot, { count, unit: 1, write }));
  };
  const searchNumbers = async (slot: Slot, start: number, numbers: Float32Array<ArrayBuffer>): Promise<ReadSegment> => {
    const { kernels } = slot;
    const count = numbers.length / 2;
    const unit = powerUnit(numbers);
    const write = () => device.queue.writeBuffer(kernels.page.raw, 0, inUnits(numbers, unit));
    return segment(start, count, await searchPage(slot, { count, unit, write }));
  };

  let lost = false;
  const search = async (slot: Slot, start: number, length: number): Promise<ReadSegment> => {
    let numbers = stored && !lost ? undefined : await numbersOf(slot, start, length);
    const isLong = framesIn(numbers ? numbers.length / 2 : length, config.long) >= FLOOR.shapeFrames;
    let message: string | undefined;
    if (isLong && !lost) {
      try {
        return await (numbers ? searchNumbers(slot, start, numbers) : searchStored(slot, start, length));
      } catch (error) {
        if (!(error instanceof DeviceLostError || error instanceof OutOfMemoryError || (await isLost(gpu))))
          throw error;
        message = lost ? undefined : "Threeray lost the GPU, and searches on the processor.";
        lost = true;
      }
    }
    numbers ??= await numbersOf(slot, start, length);
    return { ...(await segmentOf(numbers.slice(), config)), message };
  };

  /** Ends with all reads. It holds none of their results, so that their memory is free when they have been searched. */
  let under: Promise<void> = Promise.resolve();
  return {
    ahead: slots.length,
    read(start, end) {
      const read = async () => {
        const slot = await acquire();
        try {
          return await search(slot, start, end - start);
        } finally {
          release(slot);
        }
      };
      const segment = read();
      under = Promise.allSettled([under, segment]).then(() => undefined);
      return segment;
    },
    async end() {
      await under;
      for (const { kernels, upload } of slots) {
        upload?.destroy();
        kernels.destroy();
      }
    },
  };
}
