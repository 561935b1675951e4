/** A file that cannot be read or written as asked: the message says what was found, what was expected, what to do. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}
