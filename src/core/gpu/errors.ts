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

/** What the device answers about work: an error, or nothing where it took the work. */
export type Verdict = Promise<Error | undefined>;

/**
 * Runs `work` within error scopes of its own. Scopes are one stack per device, so `work` is synchronous: a scope that stays
 * open across an await catches the errors of other work.
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
      // What could not be allocated is invalid too: the cause comes first.
      const error = memory ?? validation;
      return error ? toError(error) : undefined;
    },
    () => new DeviceLostError(LOST),
  );
  return { result, verdict };
}

/** Verdicts that are not known yet, and the errors of those that are, of each buffer, bound kernel and encoder. */
const verdicts = new WeakMap<object, Set<Verdict>>();

/** Whoever uses `subject` (a buffer, a bound kernel, an encoder) fails with the verdict's error. */
export function blame(subject: object, verdict: Verdict): void {
  const known = verdicts.get(subject) ?? new Set();
  verdicts.set(subject, known.add(verdict));
  void verdict.then((error) => {
    if (!error) known.delete(verdict);
  });
}

/**
 * `user` uses `subjects`, and fails with their errors. Kernels say so of what they bind and `readBack` of what it copies; what
 * an encoder clears or copies otherwise is bound by some kernel too.
 */
export function uses(user: object, subjects: Iterable<object>): void {
  for (const subject of subjects) {
    for (const verdict of verdicts.get(subject) ?? []) blame(user, verdict);
  }
}

/**
 * Waits for the device's verdicts on everything that these buffers, bound kernels and encoders use.
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

/** What the device lost is told in these words, wherever it is noticed. */
export const LOST = "The GPU device was lost while it worked.";
