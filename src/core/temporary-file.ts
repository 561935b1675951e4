/** The content of a temporary file: a File of a browser, for example. */
export interface TemporaryContent {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file for bytes that are too many for the memory. */
export interface TemporaryFile {
  /** Appends bytes. @throws Error that says why the file cannot hold them. */
  write(bytes: Uint8Array<ArrayBuffer>): void | Promise<void>;
  /** Ends the writing, and returns the content. */
  finish(): Promise<TemporaryContent>;
  /** Deletes the file. */
  remove(): Promise<void>;
}

/**
 * Opens a temporary file.
 *
 * @param least Bytes that it will hold at least.
 * @throws Error that says why there is none.
 */
export type OpenTemporary = (least: number) => Promise<TemporaryFile>;
