/** The common interface of a browser's File and Blob, and of Node's `openAsBlob`. */
export interface BlobLike {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Reads the bytes of a file from `start` on into an array, and returns their number: fewer than its length at the end of the file. */
export type ReadFile = (file: BlobLike, start: number, bytes: Uint8Array) => Promise<number>;
