/**
 * An error in reading or writing a file. The message names what was found, what was expected and what to do.
 *
 * @example
 * ```ts
 * import { CaptureError, fromBlob, openRecording } from "threeray/capture";
 *
 * const text = fromBlob("notes.wav", new Blob(["not a sound"]));
 * await openRecording([text]).catch((error: unknown) => console.log(error instanceof CaptureError)); // true
 * ```
 */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}

/** A value from a file in a message: JSON of few characters; "nothing" for one that is missing. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The first of many messages, and the number of the others. */
export function fewOf(messages: readonly string[], most = 3): string[] {
  const more = messages.length - most;
  return more > 0
    ? [
        ...messages.slice(0, most),
        more === 1 ? "1 more message is of the same kind." : `${more} more messages are of the same kind.`,
      ]
    : [...messages];
}

/** Puts a file's name before the message of an error in reading it. */
export async function withFileName<T>({ name }: { readonly name: string }, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CaptureError) || error.message.startsWith(`${name}: `)) throw error;
    throw new CaptureError(`${name}: ${error.message}`);
  }
}
