/** An error in reading or writing a file. The message names what was found, what was expected and what to do. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}

/** Names in one line: the first of many, and the number of the others. */
export function listOf(names: readonly string[], most = 8): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}

/** Puts a file's name before the message of an error in reading it. */
export async function within<T>({ name }: { readonly name: string }, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CaptureError) || error.message.startsWith(`${name}: `)) throw error;
    throw new CaptureError(`${name}: ${error.message}`);
  }
}
