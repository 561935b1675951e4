import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** Threads of Node copy these many bytes each at a time. */
const PIECE = 2 ** 24;
/**
 * A system locks a file while one thread writes to it, so the pieces of a frame are in several files. Each has a thread in each
 * process.
 */
export const FRAME_FILES = 16;
const NAMES = Array.from({ length: FRAME_FILES }, (_, i) => `frames-${i}`);

/** Files in memory with places for frames, which two processes share. */
export interface FrameFiles {
  /** Writes a frame's parts. */
  write(place: number, parts: readonly ArrayBuffer[]): Promise<void>;
  /** Fills the parts with a frame. */
  read(place: number, parts: readonly ArrayBuffer[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes empty files for frames in a folder. */
export function makeFrameFiles(folder: string): void {
  for (const name of NAMES) writeFileSync(join(folder, name), "");
}

export async function openFrameFiles(folder: string): Promise<FrameFiles> {
  const files = await Promise.all(NAMES.map((name) => open(join(folder, name), "r+")));
  return {
    write: (place, parts) =>
      eachPiece(place, parts, ({ file, at, bytes }) => wholly(files[file].write.bind(files[file]), bytes, at)),
    read: (place, parts) =>
      eachPiece(place, parts, ({ file, at, bytes }) => wholly(files[file].read.bind(files[file]), bytes, at)),
    async close() {
      await Promise.all(files.map((file) => file.close()));
    },
  };
}

interface Piece {
  /** The file, and where in it. */
  file: number;
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Copies the pieces of a frame side by side. */
async function eachPiece(
  place: number,
  parts: readonly ArrayBuffer[],
  copy: (piece: Piece) => Promise<void>,
): Promise<void> {
  const pieces = parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.byteLength / PIECE) }, (_, i) => {
      return new Uint8Array(part, i * PIECE, Math.min(PIECE, part.byteLength - i * PIECE));
    }),
  );
  const perFile = Math.ceil(pieces.length / NAMES.length);
  await Promise.all(
    pieces.map((bytes, i) => {
      const at = (place * perFile + Math.floor(i / NAMES.length)) * PIECE;
      return copy({ file: i % NAMES.length, at, bytes });
    }),
  );
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
    if (count === 0) throw new Error(`a shared file ends at byte ${at + done}, expected ${bytes.length - done} more`);
    done += count;
  }
}
