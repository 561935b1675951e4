import { poolOf } from "./pool.ts";

/**
 * Copies buffers to the CPU through pooled staging buffers: records the copies, submits what `encoder` holds, waits once.
 *
 * @returns One ArrayBuffer a source, of its whole size or of the slice asked for (offset and size in bytes, multiples of 4).
 */
export async function readBack(
  device: GPUDevice,
  sources: readonly (GPUBuffer | GPUBufferBinding)[],
  encoder: GPUCommandEncoder = device.createCommandEncoder({ label: "read back" }),
): Promise<ArrayBuffer[]> {
  const pool = poolOf(device);
  const copies = sources.map((source) => {
    const { buffer, offset = 0, size } = "buffer" in source ? source : { buffer: source };
    const bytes = size ?? buffer.size - offset;
    const staging = pool.acquire("staging", bytes, GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ);
    encoder.copyBufferToBuffer(buffer, offset, staging, 0, bytes);
    return { staging, bytes };
  });
  device.queue.submit([encoder.finish()]);
  const mapped = await Promise.allSettled(
    copies.map(({ staging, bytes }) => staging.mapAsync(GPUMapMode.READ, 0, bytes)),
  );
  const results = copies.map(({ staging, bytes }, i) => {
    if (mapped[i].status === "rejected") return undefined;
    const copy = staging.getMappedRange(0, bytes).slice(0);
    staging.unmap();
    return copy;
  });
  for (const { staging } of copies) pool.release(staging);
  const failed = mapped.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results as ArrayBuffer[];
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
