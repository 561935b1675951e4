import { carrierOf, snrOf } from "./pulse-sums.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Bits that may be a Mode S frame: its preamble was seen, and its pulses stand out. Its parity is not checked yet. */
export interface Candidate {
  /** First sample of the preamble, with a fraction. */
  start: number;
  /** 7 or 14. */
  octets: Uint8Array;
  /** Σ|early − late| / Σ(early + late) of the bits' halves: 1 without noise, about 0.3 for noise alone. */
  contrast: number;
  /** Power of the pulses over the noise, dB; null without noise. */
  snrDb: number | null;
  /** Carrier, Hz from the recording's centre. */
  carrierHz: number;
}

/** Words of a reading's bits: the first bit is the highest one of the first word. */
export const BIT_WORDS = 4;
/** Ways to read one start: each bit alone, and five likeliest sequences. */
export const MOST_READINGS = 6;

/** A row has 176 bytes: float64 numbers, then words. */
export const [ROW_NUMBERS, ROW_WORDS] = [22, 44];
/**
 * The numbers of a row: start and contrast of the candidate, the sums of its SNR, and the product whose phase is its carrier's. The SNR
 * and the carrier in Hz are computed for frames only, because most rows are none.
 */
export const [START, CONTRAST, ON, OFF, RE, IM] = [0, 1, 2, 3, 4, 5];
/** The words of a row: a bit per reading, with {@link IS_LONG}; the remainders of the readings; and their bits. Unused ones are 0. */
export const [READINGS, REMAINDERS, BITS] = [12, 13, 20];
/** Added to READINGS if the frame has 14 octets instead of 7. */
export const IS_LONG = 256;

/** The numbers of many candidates: dense traffic gives millions per second, and an object for each is slow. */
export interface CandidateTable {
  /** [row][{@link ROW_NUMBERS}] and [row][{@link ROW_WORDS}] of the same memory. */
  readonly numbers: Float64Array;
  readonly words: Uint32Array;
}

export function tableFor(rows: number): CandidateTable {
  const memory = new ArrayBuffer(4 * ROW_WORDS * rows);
  return { numbers: new Float64Array(memory), words: new Uint32Array(memory) };
}

/**
 * Returns a candidate as an object.
 *
 * @param numbers Its numbers from index `n` on. @param words Its bits from index `w` on. @param length Octets.
 */
export function candidateFrom(
  tuning: Tuning,
  numbers: Float64Array,
  n: number,
  words: Uint32Array,
  w: number,
  length: number,
): Candidate {
  const snrDb = snrOf(numbers[n + ON], numbers[n + OFF]);
  const octets = new Uint8Array(length);
  for (let i = 0; i < length; i++) octets[i] = words[w + (i >> 2)] >>> (24 - 8 * (i & 3));
  return {
    start: numbers[n + START],
    octets,
    contrast: numbers[n + CONTRAST],
    snrDb: Number.isNaN(snrDb) ? null : snrDb,
    carrierHz: carrierOf(tuning, numbers[n + RE], numbers[n + IM]),
  };
}

/** Candidates in order of their starts. A row is a start, with its readings. */
export interface CandidateList {
  readonly count: number;
  /** Copies rows [from, to) to a table, from row `at` on. */
  copy(from: number, to: number, table: CandidateTable, at: number): void;
}

/** A list of rows. */
export class CandidateRows implements CandidateList {
  count = 0;
  table = tableFor(1024);

  /** Adds a row, and returns its index. It holds an older row's numbers and readings until they are set. */
  add(): number {
    const row = this.count++;
    if (ROW_WORDS * row === this.table.words.length) this.#grow();
    return row;
  }

  clear(): void {
    this.count = 0;
  }

  copy(from: number, to: number, { words }: CandidateTable, at: number): void {
    words.set(this.table.words.subarray(ROW_WORDS * from, ROW_WORDS * to), ROW_WORDS * at);
  }

  #grow(): void {
    const old = this.table.words;
    this.table = tableFor((2 * old.length) / ROW_WORDS);
    this.table.words.set(old);
  }
}
