import { accepted, blame, DeviceLostError, LOST, scoped, uses } from "./errors.ts";
import { busy } from "./busy.ts";
import { poolOf } from "./pool.ts";

/**
 * Copies buffers to the CPU through pooled staging buffers. Before it returns, it records the copies and submits
 * `encoder`. So the next page may be set, recorded and submitted while the GPU still works on this one: `const pending
 * = readBack(…)`, and `await pending` later. An early rejection is not reported as unhandled.
 *
 * @returns One ArrayBuffer per source: the whole source or the requested slice (offset and size in bytes, multiples of
 * 4).
 * @throws OutOfMemoryError if the device has no memory for one of the buffers; GpuValidationError; DeviceLostError.
 *
 * @example
 * ```ts
 * import { allocate, openGpu, readBack } from "threeray/gpu";
 *
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const buffer = memory.constant("words", Uint32Array.of(1, 2, 3, 4));
 * // The last two words.
 * const [bytes] = await readBack(device, [{ buffer, offset: 8, size: 8 }]);
 * console.log([...new Uint32Array(bytes)]); // [ 3, 4 ]
 * memory.release();
 * close();
 * ```
 */
export function readBack(
  device: GPUDevice,
  sources: readonly (GPUBuffer | GPUBufferBinding)[],
  encoder: GPUCommandEncoder = device.createCommandEncoder({ label: "read back" }),
): Promise<ArrayBuffer[]> {
  const pending = copyBack(device, sources, encoder);
  pending.catch(() => {});
  return pending;
}

async function copyBack(device: GPUDevice, sources: Parameters<typeof readBack>[1], encoder: GPUCommandEncoder) {
  return readMapped(device, sources, encoder, (mapped) => mapped.map((bytes) => bytes.slice(0)));
}

/**
 * Like {@link readBack}, without the copy out of the staging buffers: `use` reads them, and returns what is needed. They are gone
 * after it.
 */
export function readMapped<T>(
  device: GPUDevice,
  sources: readonly (GPUBuffer | GPUBufferBinding)[],
  encoder: GPUCommandEncoder,
  use: (mapped: ArrayBuffer[]) => T,
): Promise<T> {
  const fetch = createFetch(device, sources);
  fetch.copy(encoder, 0);
  return fetch.submitFor(encoder, use);
}

/** Copies of buffers for the CPU, as they are at several times of one submission. */
export interface Fetch {
  /** Records copies of the buffers as they are now: for the time with this index. */
  copy(encoder: GPUCommandEncoder, time: number): void;
  /** Submits `encoder` before it returns. The result has the buffers for each time. Called once; it throws like {@link readBack}. */
  submit(encoder: GPUCommandEncoder): Promise<ArrayBuffer[][]>;
  /** Like `submit`, but returns what `use` returns. It gets each source's copies of all times, one after the other. */
  submitFor<T>(encoder: GPUCommandEncoder, use: (mapped: ArrayBuffer[]) => T): Promise<T>;
}

/** Bytes of a staging buffer that several sources share: each mapping takes longer than a copy of so much. */
const SHARED_BYTES = 2 ** 20;
/** Mapped ranges begin at multiples of this. */
const RANGE_STEP = 8;

/** @param times Number of times. */
export function createFetch(device: GPUDevice, sources: readonly (GPUBuffer | GPUBufferBinding)[], times = 1): Fetch {
  const pool = poolOf(device);
  const sizes: number[] = [];
  const copies = sources.map((source) => {
    const { buffer, offset = 0, size } = "buffer" in source ? source : { buffer: source };
    const bytes = size ?? buffer.size - offset;
    const whole = RANGE_STEP * Math.ceil((times * bytes) / RANGE_STEP);
    const last = sizes.length - 1;
    const at = last >= 0 && sizes[last] + whole <= SHARED_BYTES ? sizes[last] : 0;
    if (at === 0) sizes.push(whole);
    else sizes[last] += whole;
    return { buffer, offset, bytes, staging: sizes.length - 1, at };
  });
  const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
  const stagings = sizes.map((size) => pool.acquire("staging", size, usage));
  return {
    copy(encoder, time) {
      for (const { buffer, offset, bytes, staging, at } of copies) {
        encoder.copyBufferToBuffer(buffer, offset, stagings[staging], at + time * bytes, bytes);
      }
    },
    submit(encoder) {
      return this.submitFor(encoder, (mapped) =>
        Array.from({ length: times }, (_, time) =>
          mapped.map((whole, i) => whole.slice(time * copies[i].bytes, (time + 1) * copies[i].bytes)),
        ),
      );
    },
    submitFor(encoder, use) {
      uses(encoder, stagings);
      for (const { buffer } of copies) uses(encoder, [buffer]);
      // A failed mapping reports its own error, which belongs to this work too.
      const { result: maps, verdict } = scoped(device, () => {
        device.queue.submit([encoder.finish()]);
        return stagings.map((staging, i) => staging.mapAsync(GPUMapMode.READ, 0, sizes[i]));
      });
      blame(encoder, verdict);
      const pending = take(encoder, maps, use, busy(device));
      pending.catch(() => {});
      return pending;
    },
  };

  async function take<T>(
    encoder: GPUCommandEncoder,
    maps: readonly Promise<undefined>[],
    use: (mapped: ArrayBuffer[]) => T,
    finished: () => void,
  ): Promise<T> {
    const mapped = await Promise.allSettled(maps);
    finished();
    try {
      await accepted(encoder);
      const failed = mapped.find((one) => one.status === "rejected");
      if (failed) throw unfinished(failed.reason);
      return use(copies.map(({ staging, at, bytes }) => stagings[staging].getMappedRange(at, times * bytes)));
    } finally {
      for (const [i, staging] of stagings.entries()) {
        if (mapped[i].status === "fulfilled") staging.unmap();
        pool.release(staging);
      }
    }
  }
}

/** The device accepted the work and did not finish it: a lost device rejects pending mappings. */
function unfinished(reason: unknown): unknown {
  const { name = "", message = "" } = (reason ?? {}) as Partial<Error>;
  return /AbortError|OperationError/.test(`${name} ${message}`) ? new DeviceLostError(LOST, { cause: reason }) : reason;
}

/**
 * Returns the first numbers of a buffer as float32, once the device has finished what was submitted before.
 *
 * @param length Numbers; default: all of the buffer.
 * @throws As `readBack` does.
 *
 * @example
 * ```ts
 * import { allocate, openGpu, readFloats } from "threeray/gpu";
 *
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const buffer = memory.constant("x", Float32Array.of(1, 2, 3, 4));
 * console.log([...(await readFloats(device, buffer, 4))]); // [ 1, 2, 3, 4 ]
 * memory.release();
 * close();
 * ```
 */
export async function readFloats(
  device: GPUDevice,
  buffer: GPUBuffer,
  length = buffer.size / 4,
): Promise<Float32Array> {
  const [bytes] = await readBack(device, [{ buffer, size: length * 4 }]);
  return new Float32Array(bytes);
}

/**
 * Returns the first numbers of a buffer as u32, once the device has finished what was submitted before.
 *
 * @param length Numbers; default: all of the buffer.
 * @throws As `readBack` does.
 *
 * @example
 * ```ts
 * import { allocate, openGpu, readWords } from "threeray/gpu";
 *
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const buffer = memory.constant("counts", Uint32Array.of(5, 6, 7, 8));
 * console.log([...(await readWords(device, buffer, 4))]); // [ 5, 6, 7, 8 ]
 * memory.release();
 * close();
 * ```
 */
export async function readWords(device: GPUDevice, buffer: GPUBuffer, length = buffer.size / 4): Promise<Uint32Array> {
  const [bytes] = await readBack(device, [{ buffer, size: length * 4 }]);
  return new Uint32Array(bytes);
}
