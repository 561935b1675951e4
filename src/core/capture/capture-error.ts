/** An error in reading or writing a file. The message names what was found, what was expected and what to do. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}
