import { expose, transfer } from "comlink";

/** Reads parts of files for another thread. */
const reading = {
  /** Returns bytes [start, end) of a file, fewer at its end. */
  async read(file: Blob, start: number, end: number): Promise<ArrayBuffer> {
    const bytes = await file.slice(start, end).arrayBuffer();
    return transfer(bytes, [bytes]);
  },
};

export type Reading = typeof reading;

expose(reading);
