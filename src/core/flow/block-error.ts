import { DeviceLostError } from "../gpu/errors.ts";

/** A block of a graph failed. The message is its own; `cause` is the original error. */
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

/** Returns what `work` returns. @throws BlockError that names the block, or DeviceLostError. */
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
  // A lost device is no block's fault: the caller opens another one.
  return error instanceof DeviceLostError || error instanceof BlockError ? error : new BlockError(block, error);
}
