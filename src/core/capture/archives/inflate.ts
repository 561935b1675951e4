/** Compressed bytes that come piece by piece. */
export interface Input {
  bytes: Uint8Array;
  /** The next byte to read. */
  at: number;
  /** Whether no byte follows these. */
  ended: boolean;
}

/** Zeros behind the bytes of an input, which inflation may read: three times 3 bytes, and 4, from the third byte on. */
const MARGIN = 16;

/** Puts a piece behind the bytes of an input; an empty one ends it. */
export function append(input: Input, piece: Uint8Array): void {
  // Inflation gives back up to four bytes that it has read.
  const from = Math.max(0, input.at - 4);
  const size = input.bytes.length - from + piece.length;
  const bytes = new Uint8Array(size + MARGIN).subarray(0, size);
  bytes.set(input.bytes.subarray(from));
  bytes.set(piece, input.bytes.length - from);
  Object.assign(input, { bytes, at: input.at - from, ended: piece.length === 0 });
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
const damaged = () => new DamagedError("damaged");

/** Codes may refer to bytes this far back, and repeat up to 258 bytes. */
const WINDOW = 2 ** 15;
const LONGEST = 258;
/** Bytes of a piece of content. */
const PIECE = 2 ** 16;
/** Bytes of the window and a piece. */
const FULL = WINDOW + PIECE;
/** Bytes that the code lengths of a block take at most: 14 + 19·3 + (286 + 30)·(7 + 7) bits, and 3 before them. */
const LONGEST_HEADER = 600;
/** Bytes that are read for a repetition at most: four times two. */
const LONGEST_REPETITION = 8;
/** Bits of the longest code. */
const LONGEST_CODE = 15;
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;

/** Least value and extra bits of each length code from 257 on, and of each distance code. */
const LENGTHS = Uint16Array.from({ length: 29 }, (_, i) =>
  i < 8 ? i + 3 : i === 28 ? LONGEST : ((4 + (i & 3)) << ((i >> 2) - 1)) + 3,
);
const LENGTH_BITS = Uint8Array.from({ length: 29 }, (_, i) => (i < 8 || i === 28 ? 0 : (i >> 2) - 1));
const DISTANCES = Uint16Array.from({ length: 30 }, (_, i) => (i < 4 ? i : (2 + (i & 1)) << ((i >> 1) - 1)) + 1);
const DISTANCE_BITS = Uint8Array.from({ length: 30 }, (_, i) => (i < 4 ? 0 : (i >> 1) - 1));

/** A prefix code: symbol · 16 + its bits, for each value of the next `bits` bits; 0 where no code begins so. */
interface Code {
  table: Uint16Array;
  mask: number;
}

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
  const state: State = { input, bits: 0, count: 0, out: new Uint8Array(FULL + LONGEST), end: 0 };
  /** Bytes of `out` that were yielded. */
  let given = 0;
  const piece = () => {
    const { out, end } = state;
    const bytes = out.slice(given, end);
    out.copyWithin(0, end - WINDOW, end);
    state.end = given = WINDOW;
    return bytes;
  };
  for (let last = false; !last;) {
    yield* available(input, LONGEST_HEADER);
    last = take(state, 1) === 1;
    const kind = take(state, 2);
    if (kind === 3) throw damaged();
    if (kind === 0) {
      giveBack(state);
      for (let left = storedLength(input); left > 0;) {
        yield* available(input, 1);
        left -= copyStored(state, left);
        if (state.end >= FULL) yield piece();
      }
      continue;
    }
    const codes = kind === 1 ? (FIXED ??= fixedCodes()) : readCodes(state);
    while (!decode(state, codes)) {
      if (state.end >= FULL) yield piece();
      else yield* available(input, LONGEST_REPETITION);
    }
  }
  giveBack(state);
  if (state.end > given) yield state.out.slice(given, state.end);
}

/**
 * Reads symbols up to the end of their block, and returns true; or false before, where content or input need room or bytes.
 * Behind the end of the input it reads zeros.
 */
function decode(state: State, [literals, distances]: readonly [Code, Code]): boolean {
  const { input, out } = state;
  const { bytes, ended } = input;
  const size = bytes.length;
  const [literalTable, literalMask] = [literals.table, literals.mask];
  const [distanceTable, distanceMask] = [distances.table, distances.mask];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let { bits, count, end } = state;
  let { at } = input;
  // At most three bytes are read and not used.
  const last = ended ? size + 3 : size - LONGEST_REPETITION;
  let isEnd = false;
  while (end < FULL && at <= last) {
    bits |= view.getInt32(at, true) << count;
    at += (31 - count) >> 3;
    count |= 24;
    const entry = literalTable[bits & literalMask];
    bits >>>= entry & 15;
    count -= entry & 15;
    const symbol = entry >> 4;
    if (symbol < END_OF_BLOCK) {
      if (entry === 0) throw at > size ? cutShort() : damaged();
      out[end++] = symbol;
      continue;
    }
    isEnd = symbol === END_OF_BLOCK;
    if (isEnd) break;
    bits |= view.getInt32(at, true) << count;
    at += (31 - count) >> 3;
    count |= 24;
    const row = symbol - END_OF_BLOCK - 1;
    const length = LENGTHS[row] + (bits & ((1 << LENGTH_BITS[row]) - 1));
    bits >>>= LENGTH_BITS[row];
    count -= LENGTH_BITS[row];
    bits |= view.getInt32(at, true) << count;
    at += (31 - count) >> 3;
    count |= 24;
    const far = distanceTable[bits & distanceMask];
    bits >>>= far & 15;
    count -= far & 15;
    bits |= view.getInt32(at, true) << count;
    at += (31 - count) >> 3;
    count |= 24;
    const distance = DISTANCES[far >> 4] + (bits & ((1 << DISTANCE_BITS[far >> 4]) - 1));
    bits >>>= DISTANCE_BITS[far >> 4];
    count -= DISTANCE_BITS[far >> 4];
    // Numbers that the tables do not hold fail too: they give NaN.
    if (far === 0 || !(distance <= end) || !(length <= LONGEST)) throw at > size ? cutShort() : damaged();
    for (let from = end - distance, to = end + length; end < to;) out[end++] = out[from++];
  }
  if (at - (count >> 3) > size) throw cutShort();
  input.at = at;
  state.bits = bits;
  state.count = count;
  state.end = end;
  return isEnd;
}

/** Copies stored bytes, as many as are there, have room, and belong to the block. Returns their number. */
function copyStored(state: State, most: number): number {
  const { input, out, end } = state;
  const piece = input.bytes.subarray(input.at, input.at + Math.min(most, FULL - end));
  if (piece.length === 0) throw cutShort();
  out.set(piece, end);
  input.at += piece.length;
  state.end += piece.length;
  return piece.length;
}

interface State extends BitReader {
  /** Content: the window, and what was not yielded. */
  out: Uint8Array<ArrayBuffer>;
  /** Bytes of `out` that are filled. */
  end: number;
}

/** Bits that were read and not used, from the lowest on. */
interface BitReader {
  input: Input;
  bits: number;
  count: number;
}

/** Reads a number of at most 14 bits. */
function take(reader: BitReader, count: number): number {
  const { input } = reader;
  while (reader.count < count) {
    if (input.at >= input.bytes.length) throw cutShort();
    reader.bits |= input.bytes[input.at++] << reader.count;
    reader.count += 8;
  }
  const value = reader.bits & ((1 << count) - 1);
  reader.bits >>>= count;
  reader.count -= count;
  return value;
}

/** Leaves the input at the first byte of which no bit is used. */
function giveBack(reader: BitReader): void {
  reader.input.at -= reader.count >> 3;
  reader.bits = reader.count = 0;
}

function storedLength(input: Input): number {
  const { bytes, at } = input;
  if (bytes.length - at < 4) throw cutShort();
  const length = bytes[at] | (bytes[at + 1] << 8);
  if ((bytes[at + 2] | (bytes[at + 3] << 8)) !== (length ^ 0xffff)) throw damaged();
  input.at = at + 4;
  return length;
}

function readCodes(reader: BitReader): readonly [Code, Code] {
  const literals = take(reader, 5) + 257;
  const distances = take(reader, 5) + 1;
  const ordered = take(reader, 4) + 4;
  if (literals > 286 || distances > 30) throw damaged();
  const short = new Uint8Array(19);
  for (let i = 0; i < ordered; i++) short[LENGTH_ORDER[i]] = take(reader, 3);
  const lengthCode = codeOf(short, false);
  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length;) {
    const symbol = takeSymbol(reader, lengthCode);
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) throw damaged();
    const value = symbol === 16 ? lengths[i - 1] : 0;
    const to = i + (symbol === 18 ? 11 + take(reader, 7) : 3 + take(reader, symbol === 16 ? 2 : 3));
    if (to > lengths.length) throw damaged();
    lengths.fill(value, i, to);
    i = to;
  }
  if (lengths[END_OF_BLOCK] === 0) throw damaged();
  return [codeOf(lengths.subarray(0, literals), true), codeOf(lengths.subarray(literals), true)];
}

function takeSymbol(reader: BitReader, { table }: Code): number {
  let value = 0;
  for (let count = 1; ; count++) {
    value |= take(reader, 1) << (count - 1);
    const entry = table[value];
    if ((entry & 15) === count) return entry >> 4;
    if (count === LONGEST_CODE || 1 << count >= table.length) throw damaged();
  }
}

/**
 * Returns the canonical code of some lengths; 0 for a symbol without a code.
 *
 * @param single Whether one code of one bit may stand alone, or none at all.
 * @throws DamagedError where the lengths belong to no code.
 */
function codeOf(lengths: Uint8Array, single: boolean): Code {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  let most = LONGEST_CODE;
  while (most > 0 && counts[most] === 0) most--;
  const next = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length++) next[length + 1] = (next[length] + counts[length]) << 1;
  // Kraft's sum, in codes of the longest kind: more than all are ambiguous, fewer leave a gap.
  const sum = most === 0 ? 0 : next[most] + counts[most];
  if (sum > 1 << most || (sum < 1 << most && !(single && most <= 1))) throw damaged();
  const table = new Uint16Array(1 << most);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const code = next[length]++;
    let reversed = 0;
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length;
  }
  return { table, mask: table.length - 1 };
}

let FIXED: readonly [Code, Code] | undefined;

function fixedCodes(): readonly [Code, Code] {
  const lengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  return [codeOf(lengths, false), codeOf(new Uint8Array(32).fill(5), false)];
}
