import type { BlobLike } from "./blob-like.ts";

/** A file for bytes that are too many for the memory. */
export interface TemporaryFile {
  /** Appends bytes. @throws Error that says why the file cannot hold them. */
  write(bytes: Uint8Array<ArrayBuffer>): void | Promise<void>;
  /** Ends the writing, and returns the content. */
  finish(): Promise<BlobLike>;
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
