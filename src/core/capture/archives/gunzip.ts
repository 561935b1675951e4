import { crc32 } from "./crc32.ts";
import { available, cutShort, DamagedError, inflate, type Input } from "./inflate.ts";

/** Optional parts of a header, and bits that must be 0. */
const [CHECKED, EXTRA, NAME, COMMENT, RESERVED] = [2, 4, 8, 16, 0xe0];
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

/**
 * Unpacks a gzip file: its members one after the other, as one content. Zeros between and behind members are skipped, which
 * tapes and block devices leave. It yields pieces of content, and nothing where the input needs another piece. It leaves the
 * input behind the last member and its zeros; gzip ignores other bytes there.
 *
 * @throws DamagedError for a member that is not whole, or whose content has another CRC-32 or size than it states.
 *
 * Source: RFC 1952.
 */
export function* gunzip(input: Input): Generator<Uint8Array<ArrayBuffer> | undefined, void, void> {
  for (let first = true; ; first = false) {
    if (!first) yield* skipZeros(input);
    yield* available(input, HEADER_BYTES);
    const { bytes, at } = input;
    if (bytes[at] !== 0x1f || bytes[at + 1] !== 0x8b) {
      if (first) throw new DamagedError("no gzip file");
      return;
    }
    if (bytes.length - at < HEADER_BYTES) throw cutShort();
    const flags = bytes[at + 3];
    if (bytes[at + 2] !== 8 || flags & RESERVED) throw new DamagedError("damaged, or of an unknown method");
    input.at += HEADER_BYTES;
    if (flags & EXTRA) yield* skip(input, yield* uint(input, 2));
    if (flags & NAME) yield* skipText(input);
    if (flags & COMMENT) yield* skipText(input);
    if (flags & CHECKED) yield* skip(input, 2);
    let [crc, size] = [0, 0];
    for (const piece of inflate(input)) {
      if (piece) {
        crc = crc32(piece, crc);
        size += piece.length;
      }
      yield piece;
    }
    yield* available(input, TRAILER_BYTES);
    if ((yield* uint(input, 4)) !== crc || (yield* uint(input, 4)) !== size >>> 0) throw new DamagedError("damaged");
  }
}

/** Reads an unsigned number of some bytes, the lowest first. */
function* uint(input: Input, count: number): Generator<undefined, number, void> {
  yield* available(input, count);
  if (input.bytes.length - input.at < count) throw cutShort();
  let value = 0;
  for (let i = 0; i < count; i++) value += input.bytes[input.at++] * 2 ** (8 * i);
  return value;
}

function* skip(input: Input, count: number): Generator<undefined, void, void> {
  yield* available(input, count);
  if (input.bytes.length - input.at < count) throw cutShort();
  input.at += count;
}

/** Skips a text and the zero at its end. */
function* skipText(input: Input): Generator<undefined, void, void> {
  for (let byte = -1; byte !== 0;) byte = yield* uint(input, 1);
}

function* skipZeros(input: Input): Generator<undefined, void, void> {
  for (;;) {
    yield* available(input, 1);
    while (input.at < input.bytes.length && input.bytes[input.at] === 0) input.at++;
    if (input.at < input.bytes.length || input.ended) return;
  }
}
