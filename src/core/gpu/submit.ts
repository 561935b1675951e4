import { accepted, blame, scoped, uses } from "./errors.ts";

/** Something that records its commands on an encoder. */
interface Recorder {
  encode(encoder: GPUCommandEncoder): void;
}

/**
 * Submits the commands of `encoder` before it returns.
 *
 * @returns A promise that resolves when the device has accepted the work (not: finished it). It may be awaited later:
 * an early rejection is not reported as unhandled.
 * @throws OutOfMemoryError if the device has no memory for one of the buffers; GpuValidationError; DeviceLostError.
 */
export function submit(device: GPUDevice, encoder: GPUCommandEncoder): Promise<void> {
  const { verdict } = scoped(device, () => device.queue.submit([encoder.finish()]));
  blame(encoder, verdict);
  const taken = accepted(encoder);
  taken.catch(() => {});
  return taken;
}

/** Submits work that fills `buffers`. Later uses of them fail with its error. */
export function fill(device: GPUDevice, encoder: GPUCommandEncoder, buffers: readonly GPUBuffer[]): void {
  const { verdict } = scoped(device, () => device.queue.submit([encoder.finish()]));
  blame(encoder, verdict);
  for (const buffer of buffers) uses(buffer, [encoder]);
}

/** Fills buffers with zeros, for later submissions. */
export function clear(device: GPUDevice, label: string, buffers: readonly GPUBuffer[]): void {
  const encoder = device.createCommandEncoder({ label });
  for (const buffer of buffers) encoder.clearBuffer(buffer);
  fill(device, encoder, buffers);
}

/**
 * Lets the device check the commands of these stages without running them. So a link or chain without memory fails
 * before data are written to it.
 *
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError.
 */
export async function rehearse(device: GPUDevice, stages: readonly Recorder[]): Promise<void> {
  const encoder = device.createCommandEncoder({ label: "rehearsal" });
  for (const stage of stages) stage.encode(encoder);
  blame(encoder, scoped(device, () => encoder.finish()).verdict);
  await accepted(encoder);
}
