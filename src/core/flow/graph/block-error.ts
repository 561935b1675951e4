import { DeviceLostError, OutOfMemoryError } from "../../gpu/errors.ts";

/**
 * A block of a graph failed. The message is its own; `cause` is the original error.
 *
 * @example
 * ```ts
 * import { BlockError } from "threeray/flow";
 *
 * const error = new BlockError("filter", new RangeError("taps must be finite"));
 * console.log(error.block, error.cause instanceof RangeError); // filter true
 * ```
 */
export class BlockError extends Error {
  override readonly name = "BlockError";

  constructor(
    /** The block's id. */
    readonly block: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Returns what `work` returns. @throws BlockError that names the block; DeviceLostError and OutOfMemoryError as they are. */
export function blaming<T>(block: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw blamed(block, error);
  }
}

/** Like {@link blaming}, for work that takes time. */
export async function blamingLater<T>(block: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blamed(block, error);
  }
}

function blamed(block: string, error: unknown): Error {
  // Not the block's fault: the caller opens another device, or asks for smaller pages.
  if (error instanceof DeviceLostError || error instanceof OutOfMemoryError) return error;
  return error instanceof BlockError ? error : new BlockError(block, error);
}
