import { CaptureError } from "./capture-error.ts";

/** A file or a part of one, for reading piece by piece. */
export interface ByteSource {
  /** File name, without its folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Returns bytes [start, end), fewer at the end of the file. */
  slice(start: number, end: number): Promise<ArrayBuffer>;
}

/** The common interface of a browser's File and Blob, and of Node's `openAsBlob`. */
export interface BlobLike {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export function fromBlob(name: string, blob: BlobLike): ByteSource {
  return { name, size: blob.size, slice: (start, end) => blob.slice(start, end).arrayBuffer() };
}

export function fromBytes(name: string, bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { name, size: bytes.length, slice: async (start, end) => bytes.slice(start, end).buffer };
}

/** The bytes [start, start + size) of another source, as a separate file. */
export function section(source: ByteSource, name: string, start: number, size: number): ByteSource {
  return {
    name,
    size,
    slice: (from, to) => source.slice(start + Math.min(from, size), start + Math.min(to, size)),
  };
}

/**
 * Returns all bytes [start, end). * @throws CaptureError when the source has fewer.
 */
export async function readExactly(source: ByteSource, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = await source.slice(start, end);
  if (bytes.byteLength === end - start) return bytes;
  throw new CaptureError(
    `${source.name}: ends at byte ${start + bytes.byteLength}, expected at least ${end}. It may have been cut short or ` +
      "changed since it was chosen: choose it again, or get a complete copy.",
  );
}

/** Returns the whole text of a file in UTF-8, without a byte order mark. */
export async function readText(source: ByteSource, limit: number): Promise<string> {
  if (source.size > limit) {
    throw new CaptureError(
      `${source.name}: ${source.size} bytes of text, expected at most ${limit}. Is it the right file?`,
    );
  }
  const bytes = await readExactly(source, 0, source.size);
  return new TextDecoder().decode(bytes);
}
