/** The device has no memory for what was asked: the remedy is smaller pages. */
export class OutOfMemoryError extends Error {
  override readonly name = "OutOfMemoryError";
}

/** A request that the device refused as invalid: a defect of this program, told with the device's own words. */
export class GpuValidationError extends Error {
  override readonly name = "GpuValidationError";
}

/** The device went away in the middle of work: rebuild it and resume from the last finished step. */
export class DeviceLostError extends Error {
  override readonly name = "DeviceLostError";
}

export function toError(error: GPUError): Error {
  // The constructors are not global in every host; the name says enough.
  const name = error.constructor.name;
  if (name === "GPUOutOfMemoryError") return new OutOfMemoryError(error.message);
  return new GpuValidationError(error.message);
}

/**
 * Runs `work` and turns what the device reports about it into an exception.
 *
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError, or whatever `work` throws.
 */
export async function guarded<T>(device: GPUDevice, work: () => T | Promise<T>): Promise<T> {
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  let result: T | undefined;
  let failure: unknown;
  try {
    result = await work();
  } catch (error) {
    failure = error;
  }
  const lost = Symbol("lost");
  const scopes = Promise.all([device.popErrorScope(), device.popErrorScope()]);
  const outcome = await Promise.race([scopes, device.lost.then(() => lost)]).catch(() => lost);
  if (outcome === lost || typeof outcome === "symbol") {
    throw new DeviceLostError("The GPU device was lost while it worked.");
  }
  const [validation, memory] = outcome as (GPUError | null)[];
  if (memory) throw toError(memory);
  if (validation) throw toError(validation);
  if (failure) throw failure;
  return result as T;
}
