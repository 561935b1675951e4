import { accepted, blame, DeviceLostError, LOST, scoped, uses } from "./errors.ts";
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

async function copyBack(
  device: GPUDevice,
  sources: readonly (GPUBuffer | GPUBufferBinding)[],
  encoder: GPUCommandEncoder,
): Promise<ArrayBuffer[]> {
  const pool = poolOf(device);
  const copies = sources.map((source) => {
    const { buffer, offset = 0, size } = "buffer" in source ? source : { buffer: source };
    const bytes = size ?? buffer.size - offset;
    const staging = pool.acquire("staging", bytes, GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ);
    encoder.copyBufferToBuffer(buffer, offset, staging, 0, bytes);
    uses(encoder, [buffer, staging]);
    return { staging, bytes };
  });
  // A failed mapping reports its own error, which belongs to this work too.
  const { result: maps, verdict } = scoped(device, () => {
    device.queue.submit([encoder.finish()]);
    return copies.map(({ staging, bytes }) => staging.mapAsync(GPUMapMode.READ, 0, bytes));
  });
  blame(encoder, verdict);
  const mapped = await Promise.allSettled(maps);
  const results = copies.map(({ staging, bytes }, i) => {
    if (mapped[i].status === "rejected") return undefined;
    const copy = staging.getMappedRange(0, bytes).slice(0);
    staging.unmap();
    return copy;
  });
  for (const { staging } of copies) pool.release(staging);
  await accepted(encoder);
  const failed = mapped.find((one) => one.status === "rejected");
  if (failed) throw unfinished(failed.reason);
  return results as ArrayBuffer[];
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
