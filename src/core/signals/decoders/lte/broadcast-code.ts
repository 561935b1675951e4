import { crcBits } from "../../../codes/crc/crc.ts";

/** Bits of the master information block, and with its CRC. */
export const MIB_BITS = 24;
const WORD_BITS = 40;
/** Coded bits before repetition. */
export const CODED_BITS = 3 * WORD_BITS;
/** Numbers of antenna ports, and the bits that mark each in the CRC. Source: 3GPP TS 36.212, table 5.3.1.1-1. */
export const PORT_COUNTS = [1, 2, 4] as const;
export type PortCount = (typeof PORT_COUNTS)[number];
const MASKS: Record<PortCount, number> = { 1: 0x0000, 2: 0xffff, 4: 0x5555 };

/** Octal 133, 171, 165: taps on the input and the six bits before it, the input first. */
const GENERATORS = [0o133, 0o171, 0o165];
const STATES = 64;
/** The decoder passes the circle three times, and takes the middle one. */
const LAPS = 3;

const COLUMNS = [
  1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31, 0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30,
];

/** Which coded bit, 3·step + output, is at each place of the circular buffer. Source: 3GPP TS 36.212, 5.1.4.2. */
export const ORDER: Uint8Array = (() => {
  const rows = Math.ceil(WORD_BITS / COLUMNS.length);
  const dummies = rows * COLUMNS.length - WORD_BITS;
  const order: number[] = [];
  for (let output = 0; output < 3; output++) {
    for (const column of COLUMNS) {
      for (let row = 0; row < rows; row++) {
        const step = row * COLUMNS.length + column - dummies;
        if (step >= 0) order.push(3 * step + output);
      }
    }
  }
  return Uint8Array.from(order);
})();

const parity = (bits: number) => {
  let rest = bits;
  for (const shift of [4, 2, 1]) rest ^= rest >> shift;
  return rest & 1;
};

/** Signs of the outputs by state and input: [2·state + input][3]. A state is the six bits before, the newest the highest. */
const SIGNS = Int8Array.from({ length: STATES * 2 * 3 }, (_, i) => {
  const [state, input, output] = [Math.floor(i / 6), Math.floor(i / 3) % 2, i % 3];
  return 1 - 2 * parity(((input << 6) | state) & GENERATORS[output]);
});

/** The 120 coded bits of 40 bits, 1 and −1 for 0 and 1. */
export function encodeTailBiting(bits: ArrayLike<number>): Int8Array {
  const signs = new Int8Array(CODED_BITS);
  let state = 0;
  for (let step = WORD_BITS - 6; step < WORD_BITS; step++) state = (bits[step] << 5) | (state >> 1);
  for (let step = 0; step < WORD_BITS; step++) {
    for (let output = 0; output < 3; output++) signs[3 * step + output] = SIGNS[3 * (2 * state + bits[step]) + output];
    state = (bits[step] << 5) | (state >> 1);
  }
  return signs;
}

const [metrics, others] = [new Float64Array(STATES), new Float64Array(STATES)];
const survivors = new Uint8Array(LAPS * WORD_BITS * STATES);

/** Decodes a tail-biting codeword by the Viterbi algorithm around the circle. @param soft [120], positive for 0. */
export function decodeTailBiting(soft: Float64Array): Uint8Array {
  let [from, to] = [metrics, others];
  from.fill(0);
  for (let step = 0; step < LAPS * WORD_BITS; step++) {
    const at = 3 * (step % WORD_BITS);
    const [a, b, c] = [soft[at], soft[at + 1], soft[at + 2]];
    for (let state = 0; state < STATES; state++) {
      // The new state is the input, then the five newest bits; the dropped bit chooses between two states.
      const input = state >> 5;
      const early = (state & 31) << 1;
      const first = 3 * (2 * early + input);
      const second = first + 6;
      const zero = from[early] + SIGNS[first] * a + SIGNS[first + 1] * b + SIGNS[first + 2] * c;
      const one = from[early + 1] + SIGNS[second] * a + SIGNS[second + 1] * b + SIGNS[second + 2] * c;
      survivors[step * STATES + state] = one > zero ? 1 : 0;
      to[state] = one > zero ? one : zero;
    }
    [from, to] = [to, from];
  }
  let state = 0;
  for (let other = 1; other < STATES; other++) if (from[other] > from[state]) state = other;
  const bits = new Uint8Array(WORD_BITS);
  for (let step = LAPS * WORD_BITS - 1; step >= WORD_BITS; step--) {
    if (step < 2 * WORD_BITS) bits[step - WORD_BITS] = state >> 5;
    state = ((state & 31) << 1) | survivors[step * STATES + state];
  }
  return bits;
}

/** Whether the CRC of 40 bits holds for a number of antenna ports. */
export function checkHolds(word: Uint8Array, ports: PortCount): boolean {
  const check = crcBits(word.subarray(0, MIB_BITS), "16");
  return check.every((bit, i) => (bit ^ ((MASKS[ports] >> (15 - i)) & 1)) === word[MIB_BITS + i]);
}

/** The 120 signs that are sent for a block. */
export function codewordOf(mib: Uint8Array, ports: PortCount): Int8Array {
  const check = crcBits(mib, "16");
  const word = new Uint8Array(WORD_BITS);
  word.set(mib);
  for (let i = 0; i < check.length; i++) word[MIB_BITS + i] = check[i] ^ ((MASKS[ports] >> (15 - i)) & 1);
  return encodeTailBiting(word);
}

/** Resource blocks by the first three bits. Source: 3GPP TS 36.331, MasterInformationBlock. */
const WIDTHS = [6, 15, 25, 50, 75, 100];
const PHICH_RESOURCES = ["1/6", "1/2", "1", "2"];
const SFN_AT = 6;

/** What a master information block says; undefined for a width that does not exist. */
export function readMib(mib: Uint8Array) {
  const number = (from: number, count: number) => {
    let value = 0;
    for (let i = from; i < from + count; i++) value = 2 * value + mib[i];
    return value;
  };
  const prb = WIDTHS.at(number(0, 3));
  if (prb === undefined || number(0, 3) >= WIDTHS.length) return undefined;
  return {
    prb,
    phichDuration: mib[3] ? "extended" : "normal",
    phichResource: PHICH_RESOURCES[number(4, 2)],
    /** The eight highest of ten bits of the frame number. */
    period: number(SFN_AT, 8),
  };
}

/** The block of another period of four frames, with the same contents. */
export function mibOfPeriod(mib: Uint8Array, period: number): Uint8Array {
  const changed = mib.slice();
  for (let i = 0; i < 8; i++) changed[SFN_AT + i] = (period >> (7 - i)) & 1;
  return changed;
}
