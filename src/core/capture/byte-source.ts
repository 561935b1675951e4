import type { BlobLike } from "../blob-like.ts";
import { CaptureError } from "./capture-error.ts";

/** A file or a part of one, for reading piece by piece. */
export interface ByteSource {
  /** File name, without its folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Returns bytes [start, end), fewer at the end of the file. */
  slice(start: number, end: number): Promise<ArrayBuffer>;
  /** Writes the bytes from `start` on into an array, and returns their number: fewer than its length at the end of the file. */
  readInto?(start: number, bytes: Uint8Array): Promise<number>;
}

/**
 * Returns a file as a source of bytes, which is read piece by piece.
 *
 * @param name File name, without its folder. Its extension tells formats without a header apart.
 *
 * @example
 * ```ts
 * import { fromBlob, openRecording } from "threeray/capture";
 *
 * // A File of a page, or Node's openAsBlob, in place of this Blob.
 * const blob = new Blob([Float32Array.of(1, 0, 0, 1)]);
 * const [recording] = await openRecording([fromBlob("tone.cf32", blob)], { sampleRate: 48_000 });
 * console.log(recording.samples); // 2
 * ```
 */
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
    readInto: (from, bytes) => readInto(source, start + from, bytes.subarray(0, Math.max(0, size - from))),
  };
}

/** A range of bytes: from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Ranges at most this far apart are read together with the bytes between them. A read spans at most MOST_SPAN. */
const SMALL_GAP = 2 ** 12;
const MOST_SPAN = 2 ** 24;

/** Ranges of a source, in rising order, as one file without gaps. */
export function joinRanges(source: ByteSource, ranges: readonly ByteRange[]): ByteSource {
  // Offset of each range in the joined file.
  const offsets = new Float64Array(ranges.length + 1);
  for (const [i, { start, end }] of ranges.entries()) offsets[i + 1] = offsets[i] + end - start;
  const size = offsets[ranges.length];
  return {
    name: source.name,
    size,
    async slice(from, to) {
      const end = Math.min(to, size);
      const bytes = new Uint8Array(Math.max(0, end - from));
      let filled = 0;
      for (let first = rangeAt(offsets, from); offsets[first] < end;) {
        const start = ranges[first].start + Math.max(0, from - offsets[first]);
        let after = first + 1;
        while (
          offsets[after] < end &&
          ranges[after].start - ranges[after - 1].end <= SMALL_GAP &&
          ranges[after].end - start <= MOST_SPAN
        ) {
          after++;
        }
        const stop = ranges[after - 1].end - Math.max(0, offsets[after] - end);
        const span = new Uint8Array(await source.slice(start, stop));
        for (; first < after; first++) {
          const piece = span.subarray(Math.max(0, ranges[first].start - start), ranges[first].end - start);
          bytes.set(piece, filled);
          filled += piece.length;
        }
        if (span.length < stop - start) return bytes.slice(0, filled).buffer;
      }
      return bytes.buffer;
    },
  };
}

/** Index of the last range that begins at or before a byte of the joined file. */
function rangeAt(offsets: Float64Array, byte: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (offsets[middle] <= byte) low = middle;
    else high = middle;
  }
  return low;
}

/** Bytes per read of a forward reader: the first, and the most, which successive reads reach by doubling. */
const FIRST_BLOCK = 2 ** 12;
const MOST_BLOCK = 2 ** 20;

/**
 * Returns a function that reads `count` bytes from `at`, where calls go forward through a file. Calls that are close together
 * share one read of the file.
 */
export function forwardReader(source: ByteSource): (at: number, count: number) => Promise<Uint8Array<ArrayBuffer>> {
  let block = new Uint8Array(0);
  let start = 0;
  let length = FIRST_BLOCK;
  return async (at, count) => {
    if (at < start || at + count > start + block.length) {
      length = at <= start + 2 * block.length ? Math.min(2 * length, MOST_BLOCK) : FIRST_BLOCK;
      block = new Uint8Array(await readExactly(source, at, Math.max(at + count, Math.min(at + length, source.size))));
      start = at;
    }
    return block.subarray(at - start, at - start + count);
  };
}

/**
 * Returns all bytes [start, end).
 *
 * @throws CaptureError when the source has fewer.
 */
export async function readExactly(source: ByteSource, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = await source.slice(start, end);
  if (bytes.byteLength === end - start) return bytes;
  throw endsEarly(source, start + bytes.byteLength, end);
}

/**
 * Fills an array with the bytes from `start` on.
 *
 * @throws CaptureError when the source has fewer.
 */
export async function fillExactly(source: ByteSource, start: number, bytes: Uint8Array): Promise<void> {
  const filled = await readInto(source, start, bytes);
  if (filled < bytes.length) throw endsEarly(source, start + filled, start + bytes.length);
}

async function readInto(source: ByteSource, start: number, bytes: Uint8Array): Promise<number> {
  if (source.readInto) return source.readInto(start, bytes);
  const read = new Uint8Array(await source.slice(start, start + bytes.length));
  bytes.set(read);
  return read.length;
}

const endsEarly = ({ name }: ByteSource, at: number, expected: number) =>
  new CaptureError(
    `${name}: ends at byte ${at}, expected at least ${expected}. It may have been cut short or ` +
      "changed since it was chosen: choose it again, or get a complete copy.",
  );

/** Number and size in bytes of the pieces that stand for a whole file. */
const PIECES = 16;
const PIECE = 2 ** 12;

/** Pieces spread evenly over a file from a byte on, because it may begin with silence; all of a short file. Multiples of 8 bytes. */
export async function spreadBytes(source: ByteSource, from = 0): Promise<Uint8Array<ArrayBuffer>> {
  const size = source.size - from - ((source.size - from) % 8);
  if (size <= PIECES * PIECE) return new Uint8Array(await source.slice(from, from + size));
  const bytes = new Uint8Array(PIECES * PIECE);
  for (let i = 0; i < PIECES; i++) {
    const start = from + 8 * Math.floor(((size - PIECE) * i) / (PIECES - 1) / 8);
    bytes.set(new Uint8Array(await source.slice(start, start + PIECE)), i * PIECE);
  }
  return bytes;
}

/** Returns the whole text of a file: see {@link decodeText}. */
export async function readText(source: ByteSource, limit: number): Promise<string> {
  if (source.size > limit) {
    throw new CaptureError(
      `${source.name}: ${source.size} bytes of text, expected at most ${limit}. Is it the right file?`,
    );
  }
  return decodeText(new Uint8Array(await readExactly(source, 0, source.size)));
}

/** Returns a text in UTF-8, or in UTF-16 with a byte order mark as some programs of Windows write it; without that mark. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const mark = bytes[0] * 256 + bytes[1];
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8").decode(bytes);
}
