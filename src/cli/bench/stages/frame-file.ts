import { open } from "node:fs/promises";

/** Threads of Node copy these many bytes each at a time. */
const PIECE = 2 ** 24;

/** A file in memory with places for frames, which two processes share. */
export interface FrameFile {
  /** Writes a frame's parts, one after the other. */
  write(place: number, parts: readonly ArrayBuffer[]): Promise<void>;
  /** Fills the parts with a frame. */
  read(place: number, parts: readonly ArrayBuffer[]): Promise<void>;
  close(): Promise<void>;
}

export async function openFrameFile(path: string): Promise<FrameFile> {
  const file = await open(path, "r+");
  return {
    write: (place, parts) => eachPiece(parts, place, (...piece) => wholly(file.write.bind(file), ...piece)),
    read: (place, parts) => eachPiece(parts, place, (...piece) => wholly(file.read.bind(file), ...piece)),
    close: () => file.close(),
  };
}

/** Copies pieces of a frame side by side. */
async function eachPiece(
  parts: readonly ArrayBuffer[],
  place: number,
  copy: (bytes: Uint8Array<ArrayBuffer>, at: number) => Promise<void>,
): Promise<void> {
  let at = place * parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const copies: Promise<void>[] = [];
  for (const part of parts) {
    for (let from = 0; from < part.byteLength; from += PIECE) {
      const length = Math.min(PIECE, part.byteLength - from);
      copies.push(copy(new Uint8Array(part, from, length), at + from));
    }
    at += part.byteLength;
  }
  await Promise.all(copies);
}

type Transfer = (
  bytes: Uint8Array<ArrayBuffer>,
  offset: number,
  length: number,
  at: number,
) => Promise<{ bytesWritten?: number; bytesRead?: number }>;

/** The system may transfer a part at a time. */
async function wholly(transfer: Transfer, bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten, bytesRead } = await transfer(bytes, done, bytes.length - done, at + done);
    const count = bytesWritten ?? bytesRead ?? 0;
    if (count === 0) throw new Error(`the shared file ends at byte ${at + done}, expected ${bytes.length - done} more`);
    done += count;
  }
}
