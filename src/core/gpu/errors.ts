/**
 * The device has too little memory for the request. Smaller pages may fit.
 *
 * @example
 * ```ts
 * import { OutOfMemoryError } from "threeray/gpu";
 *
 * // Halves the page until the device has room for it.
 * async function withRoom(page: number, run: (page: number) => Promise<number>): Promise<number> {
 *   try {
 *     return await run(page);
 *   } catch (error) {
 *     if (!(error instanceof OutOfMemoryError) || page === 1) throw error;
 *     return withRoom(page / 2, run);
 *   }
 * }
 * const run = async (page: number) => {
 *   if (page > 256) throw new OutOfMemoryError(`${page} frames`);
 *   return page;
 * };
 * console.log(await withRoom(1024, run)); // 256
 * ```
 */
export class OutOfMemoryError extends Error {
  override readonly name = "OutOfMemoryError";
}

/**
 * The device refused a request as invalid. This is a defect of this program; the message is the device's own.
 *
 * @example
 * ```ts
 * import { GpuValidationError, openGpu, readBack } from "threeray/gpu";
 *
 * // A buffer that may not be copied from.
 * const gpu = await openGpu();
 * const buffer = gpu.device.createBuffer({ size: 16, usage: 128 });
 * await readBack(gpu.device, [buffer]).catch((error: unknown) => console.log(error instanceof GpuValidationError)); // true
 * gpu.close();
 * ```
 */
export class GpuValidationError extends Error {
  override readonly name = "GpuValidationError";
}

/**
 * The device was lost during work. Open a new one and resume from the last finished step.
 *
 * @example
 * ```ts
 * import { createFft } from "threeray/fft";
 * import { DeviceLostError, openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * const transform = await createFft(gpu, { length: 64 });
 * gpu.device.destroy();
 * await transform.transform(new Float32Array(128)).catch((error: unknown) => console.log(error instanceof DeviceLostError)); // true
 * ```
 */
export class DeviceLostError extends Error {
  override readonly name = "DeviceLostError";
}

export function toError(error: GPUError): Error {
  // The constructors are not global in every host, so the name is compared.
  const name = error.constructor.name;
  if (name === "GPUOutOfMemoryError") return new OutOfMemoryError(error.message);
  return new GpuValidationError(error.message);
}

/** The device's answer about work: an error, or nothing if it accepted the work. */
export type Verdict = Promise<Error | undefined>;

/**
 * Runs `work` within its own error scopes. A device has one stack of scopes, so `work` is synchronous: a scope that
 * stays open across an await would catch the errors of other work.
 *
 * @returns What `work` returns, and the device's verdict on it. The verdict never rejects.
 */
export function scoped<T>(device: GPUDevice, work: () => T): { result: T; verdict: Verdict } {
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  const answers: Promise<GPUError | null>[] = [];
  let result: T;
  try {
    result = work();
  } finally {
    answers.push(device.popErrorScope(), device.popErrorScope());
  }
  const verdict = Promise.all(answers).then(
    ([validation, memory]) => {
      // A buffer that could not be allocated is also invalid. Report the cause, which is the memory.
      const error = memory ?? validation;
      return error ? toError(error) : undefined;
    },
    () => new DeviceLostError(LOST),
  );
  return { result, verdict };
}

/** For each buffer, bound kernel and encoder: the device's pending verdicts, and the errors of the known ones. */
const verdicts = new WeakMap<object, Set<Verdict>>();

/** Makes all uses of `subject` (a buffer, a bound kernel, an encoder) fail with the verdict's error. */
export function blame(subject: object, verdict: Verdict): void {
  const known = verdicts.get(subject) ?? new Set();
  verdicts.set(subject, known.add(verdict));
  void verdict.then((error) => {
    if (!error) known.delete(verdict);
  });
}

/**
 * Records that `user` uses `subjects`, and fails with their errors. Kernels call it for their bindings, `readBack` for
 * its sources. Any other buffer that an encoder clears or copies is also bound by a kernel.
 */
export function uses(user: object, subjects: Iterable<object>): void {
  for (const subject of subjects) {
    for (const verdict of verdicts.get(subject) ?? []) blame(user, verdict);
  }
}

/**
 * Waits for the device's verdicts on all resources of these buffers, bound kernels and encoders.
 *
 * @throws OutOfMemoryError, DeviceLostError, GpuValidationError: the first in this order.
 */
export async function accepted(...subjects: object[]): Promise<void> {
  const waiting = subjects.flatMap((subject) => [...(verdicts.get(subject) ?? [])]);
  const errors = (await Promise.all(waiting)).filter((error) => error !== undefined);
  const cause = [OutOfMemoryError, DeviceLostError].map((kind) => errors.find((error) => error instanceof kind));
  const error = cause.find(Boolean) ?? errors[0];
  if (error) throw error;
}

/** The message for a lost device, wherever the loss is noticed. */
export const LOST = "The GPU device was lost during the computation.";
