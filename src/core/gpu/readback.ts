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
  const fetch = createFetch(device, sources);
  fetch.copy(encoder, 0);
  const [buffers] = await fetch.submit(encoder);
  return buffers;
}

/** Copies of buffers for the CPU, as they are at several times of one submission. */
export interface Fetch {
  /** Records copies of the buffers as they are now: for the time with this index. */
  copy(encoder: GPUCommandEncoder, time: number): void;
  /** Submits `encoder` before it returns. The result has the buffers for each time. Called once; it throws like {@link readBack}. */
  submit(encoder: GPUCommandEncoder): Promise<ArrayBuffer[][]>;
}

/** @param times Number of times. */
export function createFetch(device: GPUDevice, sources: readonly (GPUBuffer | GPUBufferBinding)[], times = 1): Fetch {
  const pool = poolOf(device);
  const copies = sources.map((source) => {
    const { buffer, offset = 0, size } = "buffer" in source ? source : { buffer: source };
    const bytes = size ?? buffer.size - offset;
    const staging = pool.acquire("staging", times * bytes, GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ);
    return { buffer, offset, bytes, staging };
  });
  return {
    copy(encoder, time) {
      for (const { buffer, offset, bytes, staging } of copies) {
        encoder.copyBufferToBuffer(buffer, offset, staging, time * bytes, bytes);
      }
    },
    submit(encoder) {
      for (const { buffer, staging } of copies) uses(encoder, [buffer, staging]);
      // A failed mapping reports its own error, which belongs to this work too.
      const { result: maps, verdict } = scoped(device, () => {
        device.queue.submit([encoder.finish()]);
        return copies.map(({ staging, bytes }) => staging.mapAsync(GPUMapMode.READ, 0, times * bytes));
      });
      blame(encoder, verdict);
      const pending = take(encoder, maps, busy(device));
      pending.catch(() => {});
      return pending;
    },
  };

  async function take(
    encoder: GPUCommandEncoder,
    maps: readonly Promise<undefined>[],
    finished: () => void,
  ): Promise<ArrayBuffer[][]> {
    const mapped = await Promise.allSettled(maps);
    finished();
    const results: ArrayBuffer[][] = Array.from({ length: times }, () => []);
    for (const [i, { staging, bytes }] of copies.entries()) {
      if (mapped[i].status === "rejected") continue;
      const whole = staging.getMappedRange(0, times * bytes);
      for (const [time, result] of results.entries()) result.push(whole.slice(time * bytes, (time + 1) * bytes));
      staging.unmap();
    }
    for (const { staging } of copies) pool.release(staging);
    await accepted(encoder);
    const failed = mapped.find((one) => one.status === "rejected");
    if (failed) throw unfinished(failed.reason);
    return results;
  }
}

/** The device accepted the work and did not finish it: a lost device rejects pending mappings. */
function unfinished(reason: unknown): unknown {
  const { name = "", message = "" } = (reason ?? {}) as Partial<Error>;
  return /AbortError|OperationError/.test(`${name} ${message}`) ? new DeviceLostError(LOST, { cause: reason }) : reason;
}

export async function readFloats(
  device: GPUDevice,
  buffer: GPUBuffer,
  length = buffer.size / 4,
): Promise<Float32Array> {
  const [bytes] = await readBack(device, [{ buffer, size: length * 4 }]);
  return new Float32Array(bytes);
}

export async function readWords(device: GPUDevice, buffer: GPUBuffer, length = buffer.size / 4): Promise<Uint32Array> {
  const [bytes] = await readBack(device, [{ buffer, size: length * 4 }]);
  return new Uint32Array(bytes);
}
