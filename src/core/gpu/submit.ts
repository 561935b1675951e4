import { accepted, blame, scoped, uses } from "./errors.ts";

/** Something that records itself on an encoder. */
interface Recorder {
  encode(encoder: GPUCommandEncoder): void;
}

/**
 * Submits what `encoder` holds, before it returns.
 *
 * @returns A promise that is kept once the device has accepted the work (not: finished it). It may be awaited later: a
 *   rejection that nobody waits for yet is not reported as unhandled.
 * @throws OutOfMemoryError when a buffer that the work uses has no memory; GpuValidationError; DeviceLostError.
 */
export function submit(device: GPUDevice, encoder: GPUCommandEncoder): Promise<void> {
  const { verdict } = scoped(device, () => device.queue.submit([encoder.finish()]));
  blame(encoder, verdict);
  const taken = accepted(encoder);
  taken.catch(() => {});
  return taken;
}

/** Submits work that fills `buffers`; whatever uses them later fails with its error. */
export function fill(device: GPUDevice, encoder: GPUCommandEncoder, buffers: readonly GPUBuffer[]): void {
  const { verdict } = scoped(device, () => device.queue.submit([encoder.finish()]));
  blame(encoder, verdict);
  for (const buffer of buffers) uses(buffer, [encoder]);
}

/**
 * Lets the device check what these stages record, and runs nothing: a link or chain that could not be allocated is found
 * before anything is written to it.
 *
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError.
 */
export async function rehearse(device: GPUDevice, stages: readonly Recorder[]): Promise<void> {
  const encoder = device.createCommandEncoder({ label: "rehearsal" });
  for (const stage of stages) stage.encode(encoder);
  blame(encoder, scoped(device, () => encoder.finish()).verdict);
  await accepted(encoder);
}
