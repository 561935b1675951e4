import { Z_BUF_ERROR, Z_NO_FLUSH, Z_OK, Z_STREAM_END, zlibInflate, zlibInflateInit2, ZStream } from "pako";

/** Compressed bytes that come piece by piece. */
export interface Input {
  bytes: Uint8Array;
  /** The next byte to read. */
  at: number;
  /** Whether no byte follows these. */
  ended: boolean;
}

/** Puts a piece behind the bytes of an input; an empty one ends it. */
export function append(input: Input, piece: Uint8Array): void {
  const left = input.bytes.subarray(input.at);
  const bytes = new Uint8Array(left.length + piece.length);
  bytes.set(left);
  bytes.set(piece, left.length);
  Object.assign(input, { bytes, at: 0, ended: piece.length === 0 });
}

/** Waits until an input has this number of bytes or has ended. It yields nothing, for the caller to append a piece. */
export function* available(input: Input, count: number): Generator<undefined, void, void> {
  while (input.bytes.length - input.at < count && !input.ended) yield;
}

/** Compressed data end early, or are no such data. The message completes "it is". */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
}

export const cutShort = () => new DamagedError("cut short");

/** A window of 2^15 bytes, without a header. */
const RAW = -15;
/** Bytes of a piece of content. */
const PIECE = 2 ** 16;

/**
 * Unpacks one stream of DEFLATE, and leaves the input behind its last byte. A stream says where it ends, so other bytes may
 * follow; DecompressionStream refuses them without a word about their place. It yields pieces of content, and nothing where
 * the input needs another piece.
 *
 * @throws DamagedError where the data are no such stream.
 *
 * Source: RFC 1951.
 */
export function* inflate(input: Input): Generator<Uint8Array<ArrayBuffer> | undefined, void, void> {
  const stream = new ZStream();
  zlibInflateInit2(stream, RAW);
  for (;;) {
    yield* available(input, 1);
    Object.assign(stream, { input: input.bytes, next_in: input.at, avail_in: input.bytes.length - input.at });
    Object.assign(stream, { output: new Uint8Array(PIECE), next_out: 0, avail_out: PIECE });
    const status = zlibInflate(stream, Z_NO_FLUSH);
    input.at = stream.next_in;
    if (status !== Z_OK && status !== Z_STREAM_END && status !== Z_BUF_ERROR) throw new DamagedError("damaged");
    if (stream.next_out > 0) yield stream.output.subarray(0, stream.next_out);
    if (status === Z_STREAM_END) return;
    // It may have content that had no room, but it needs bytes where it has filled none.
    if (stream.avail_out > 0 && input.at === input.bytes.length && input.ended) throw cutShort();
  }
}
