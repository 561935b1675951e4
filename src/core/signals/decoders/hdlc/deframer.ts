import { crcBits, crcLength } from "../../../codes/crc/crc.ts";
import type { DecidedSymbol } from "../fm/symbols.ts";

/** The frame check sequence of HDLC. */
const FCS = "X.25";

/** A frame between two flags, whose frame check sequence holds. */
export interface HdlcFrame {
  /** Without the frame check sequence. The first bit of an octet is its least significant one. */
  octets: Uint8Array;
  /** Centres of the first bit of the opening flag and of the last bit of the closing flag, in samples. */
  first: number;
  last: number;
  /** The 16 bits before the opening flag, the latest one the lowest. */
  before: number;
  /** Mean value halfway between the two levels. */
  middle: number;
}

/**
 * Takes the bits of a line, removes stuffed zeros, and returns a frame when a flag ends it.
 * Source: ISO/IEC 13239, 4.2 to 4.4; the check is CRC-16/X-25.
 *
 * @param most Octets of the longest frame, without the frame check sequence.
 */
export function createDeframer({ least, most }: { least: number; most: number }) {
  const room = 8 * (most + 2) + 7;
  const bits = new Uint8Array(room);
  const recent = new Float64Array(8); // places of the last eight bits
  let [length, ones, seen, first, middles, count] = [0, 0, 0, Number.NaN, 0, 0];
  let [register, before] = [0, 0];
  const clear = () => {
    length = middles = count = 0;
  };

  return (bit: number, { at, middle }: Pick<DecidedSymbol, "at" | "middle">): HdlcFrame | undefined => {
    recent[seen++ % 8] = at;
    register = (register << 1) | bit;
    middles += middle;
    count++;
    if (bit) {
      ones++;
      if (ones > 6) first = Number.NaN;
      else if (length < room) bits[length++] = 1;
      else first = Number.NaN;
      return undefined;
    }
    const run = ones;
    ones = 0;
    if (run === 5) return undefined;
    if (run < 6) {
      if (length < room) bits[length++] = 0;
      else first = Number.NaN;
      return undefined;
    }
    let frame: HdlcFrame | undefined;
    const inside = length - 7; // the flag's first seven bits were taken for data
    if (run === 6 && !Number.isNaN(first) && inside % 8 === 0 && inside >= 8 * (least + 2)) {
      const data = inside - crcLength(FCS);
      const check = crcBits(bits.subarray(0, data), FCS);
      if (check.every((value, k) => value === bits[data + k])) {
        frame = { octets: octetsOf(bits, data), first, last: at, before, middle: middles / count };
      }
    }
    clear();
    before = (register >>> 8) & 0xffff;
    first = run === 6 ? recent[seen % 8] : Number.NaN;
    return frame;
  };
}

function octetsOf(bits: Uint8Array, count: number): Uint8Array {
  const octets = new Uint8Array(count / 8);
  for (let k = 0; k < count; k++) octets[k >> 3] |= bits[k] << (k & 7);
  return octets;
}
