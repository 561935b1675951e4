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

/** The numbers of many candidates: dense traffic gives millions per second, and an object for each is slow. A row is a start with its readings. */
export interface CandidateTable {
  /** The rows, as words, as float32 and as float64 numbers of the same memory. */
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  readonly numbers: Float64Array;
}

/** Where the values of a row lie. They stay as the search wrote them until a frame needs them, because most rows are none. */
export interface RowFormat {
  /** Words of a row: an even number. */
  readonly size: number;
  /** The number that is the candidate's start. */
  readonly start: number;
  /** The word with a bit per reading, and {@link IS_LONG}. */
  readonly readings: number;
  /** The first words of the readings' remainders, one each, and of their bits, {@link BIT_WORDS} each. */
  readonly remainders: number;
  readonly bits: number;
  /** The contrast of a row's bits. */
  contrastOf(table: CandidateTable, row: number): number;
  /** The sums of its SNR, and the product whose phase is its carrier's. */
  sumsOf(table: CandidateTable, row: number): { on: number; off: number; re: number; im: number };
}

/** Added to a row's word of readings if the frame has 14 octets instead of 7. */
export const IS_LONG = 256;

export function tableFor(rows: number, { size }: RowFormat): CandidateTable {
  const memory = new ArrayBuffer(4 * size * rows);
  return { words: new Uint32Array(memory), floats: new Float32Array(memory), numbers: new Float64Array(memory) };
}

/** Candidates. */
export interface CandidateList {
  readonly count: number;
  readonly format: RowFormat;
  /** The first `count` rows are the candidates. */
  readonly table: CandidateTable;
  /** The rows in order of their starts; undefined if they are. */
  readonly order?: Uint32Array;
}

/** Returns a reading of a candidate as an object. @param which Which one of its readings, from 0. */
export function candidateFrom(
  tuning: Tuning,
  { format, table }: Pick<CandidateList, "format" | "table">,
  row: number,
  which: number,
): Candidate {
  const { words, numbers } = table;
  const { on, off, re, im } = format.sumsOf(table, row);
  const snrDb = snrOf(on, off);
  const at = format.size * row;
  const bits = at + format.bits + BIT_WORDS * which;
  const octets = new Uint8Array(words[at + format.readings] & IS_LONG ? 14 : 7);
  for (let i = 0; i < octets.length; i++) octets[i] = words[bits + (i >> 2)] >>> (24 - 8 * (i & 3));
  return {
    start: numbers[at / 2 + format.start],
    octets,
    contrast: format.contrastOf(table, row),
    snrDb: Number.isNaN(snrDb) ? null : snrDb,
    carrierHz: carrierOf(tuning, re, im),
  };
}

/** The numbers of a row that was computed in float64, and its words. */
export const [START, CONTRAST, ON, OFF, RE, IM] = [0, 1, 2, 3, 4, 5];
const [READINGS, REMAINDERS, BITS] = [12, 13, 20];

/** Rows of 176 bytes. */
const FLOAT64_ROWS: RowFormat = {
  size: BITS + BIT_WORDS * MOST_READINGS,
  start: START,
  readings: READINGS,
  remainders: REMAINDERS,
  bits: BITS,
  contrastOf({ numbers }, row) {
    return numbers[(this.size / 2) * row + CONTRAST];
  },
  sumsOf({ numbers }, row) {
    const at = (this.size / 2) * row;
    return { on: numbers[at + ON], off: numbers[at + OFF], re: numbers[at + RE], im: numbers[at + IM] };
  },
};

/** A list of rows that are computed in float64, in order of their starts. */
export class CandidateRows implements CandidateList {
  count = 0;
  readonly format = FLOAT64_ROWS;
  table = tableFor(1024, FLOAT64_ROWS);

  /** Adds a row, and returns its index. It holds an older row's numbers and readings until they are set. */
  add(): number {
    const row = this.count++;
    if (this.format.size * row === this.table.words.length) this.#grow();
    return row;
  }

  clear(): void {
    this.count = 0;
  }

  #grow(): void {
    const old = this.table.words;
    this.table = tableFor(2 * this.count, this.format);
    this.table.words.set(old);
  }
}
