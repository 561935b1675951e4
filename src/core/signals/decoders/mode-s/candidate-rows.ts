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

/**
 * The words of a row's head: a number, which bits it has, and the remainder of each reading by the generator of the parity. Remainders of
 * readings that the row does not have mean nothing.
 */
export const [HEAD_WORDS, NUMBER, READINGS, REMAINDERS] = [8, 0, 1, 2];
/**
 * The word of readings: a bit per reading from bit 0 on; {@link IS_LONG}; and from this bit on a bit per reading whose parity tells of
 * damage, because it has no overlay, or a short one: formats 11, 17 and 18.
 */
export const CHECKED = 16;
/** Added to a row's word of readings if the frame has 14 octets instead of 7. */
export const IS_LONG = 256;
/** A bit per format whose parity has no overlay, or a short one. */
export const CHECKED_FORMATS = (1 << 11) | (1 << 17) | (1 << 18);

/**
 * The numbers of many candidates: dense traffic gives millions per second, and an object for each is slow. A row is a start with its readings.
 * Its head and its start tell whether it may be a frame. Nearly all rows are none, so only heads are read of them, and not their bodies.
 */
export interface CandidateTable extends CandidateArrays {
  readonly format: RowFormat;
  /** Gives the memory back. */
  free(): void;
}

/** The numbers of a table: another thread takes them without a copy. */
export interface CandidateArrays {
  /** {@link HEAD_WORDS} per row. */
  readonly heads: Uint32Array;
  /** The start of each row, in ascending order: a sample, with a fraction. */
  readonly starts: Float64Array;
  /** The body of each row: the search has listed bodies in any order. */
  readonly bodies: Uint32Array;
  /** A number per row, for who takes the rows. */
  readonly states: Uint8Array;
  /** The bodies, as words, as float32 and as float64 numbers of the same memory. */
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  readonly numbers: Float64Array;
}

/** Where the values of a body lie. They stay as the search wrote them until a frame needs them. */
export interface RowFormat {
  /** Words of a body: an even number. */
  readonly size: number;
  /** The first words of the readings' bits, {@link BIT_WORDS} each. */
  readonly bits: number;
  /** The contrast of a body's bits. */
  contrastOf(rows: CandidateTable, body: number): number;
  /** The sums of its SNR, and the product whose phase is its carrier's. */
  sumsOf(rows: CandidateTable, body: number): { on: number; off: number; re: number; im: number };
}

/** Spare memories that are kept. */
const MOST_SPARE = 8;

/** Creates a function that returns memory for this many rows, or an eighth more at most. New memory for each list is slow. */
export function createRowMemory(format: RowFormat) {
  const spare: CandidateTable[] = [];
  return (count: number): CandidateTable => {
    const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, count))) - 3);
    const length = step * Math.ceil(count / step);
    const known = spare.findIndex(({ starts }) => starts.length === length);
    if (known >= 0) return spare.splice(known, 1)[0];
    const memory = new ArrayBuffer(4 * format.size * length);
    const rows = {
      format,
      heads: new Uint32Array(HEAD_WORDS * length),
      starts: new Float64Array(length),
      bodies: new Uint32Array(length),
      states: new Uint8Array(length),
      words: new Uint32Array(memory),
      floats: new Float32Array(memory),
      numbers: new Float64Array(memory),
      free() {
        spare.push(rows);
        if (spare.length > MOST_SPARE) spare.shift();
      },
    };
    return rows;
  };
}

/** Candidates. */
export interface CandidateList {
  /** The first `count` rows are the candidates. */
  readonly count: number;
  /** Until they are taken. */
  readonly rows: CandidateTable;
  /** Returns the rows for good. */
  take(): CandidateTable;
}

/** Returns a reading of a candidate as an object. @param which Which one of its readings, from 0. */
export function candidateFrom(tuning: Tuning, rows: CandidateTable, row: number, which: number): Candidate {
  const { format, heads, starts, words } = rows;
  const body = rows.bodies[row];
  const { on, off, re, im } = format.sumsOf(rows, body);
  const snrDb = snrOf(on, off);
  const bits = format.size * body + format.bits + BIT_WORDS * which;
  const octets = new Uint8Array(heads[HEAD_WORDS * row + READINGS] & IS_LONG ? 14 : 7);
  for (let i = 0; i < octets.length; i++) octets[i] = words[bits + (i >> 2)] >>> (24 - 8 * (i & 3));
  return {
    start: starts[row],
    octets,
    contrast: format.contrastOf(rows, body),
    snrDb: Number.isNaN(snrDb) ? null : snrDb,
    carrierHz: carrierOf(tuning, re, im),
  };
}

/** The numbers of a body that was computed in float64, and its words. */
export const [CONTRAST, ON, OFF, RE, IM] = [0, 1, 2, 3, 4];
const BITS = 10;

/** Bodies of 136 bytes. */
export const FLOAT64_ROWS: RowFormat = {
  size: BITS + BIT_WORDS * MOST_READINGS,
  bits: BITS,
  contrastOf({ numbers }, body) {
    return numbers[(this.size / 2) * body + CONTRAST];
  },
  sumsOf({ numbers }, body) {
    const at = (this.size / 2) * body;
    return { on: numbers[at + ON], off: numbers[at + OFF], re: numbers[at + RE], im: numbers[at + IM] };
  },
};

const FIRST_ROOM = 1024;

/** A list of rows that are computed in float64, in order of their starts. */
export class CandidateRows implements CandidateList {
  count = 0;
  readonly #memoryFor = createRowMemory(FLOAT64_ROWS);
  rows = this.#memoryFor(FIRST_ROOM);

  /** Adds a row, and returns its index. It holds an older row's numbers and readings until they are set. */
  add(): number {
    const row = this.count++;
    if (row === this.rows.starts.length) this.rows = this.#copy(2 * row, row);
    this.rows.bodies[row] = row;
    return row;
  }

  clear(): void {
    this.count = 0;
  }

  /** Returns a copy: rows are added to the same memory. */
  take(): CandidateTable {
    return this.#copy(this.count, this.count);
  }

  /** Returns a copy of the first rows with room for more. */
  #copy(room: number, count: number): CandidateTable {
    const { heads, starts, bodies, words, format } = this.rows;
    const copy = this.#memoryFor(room);
    copy.heads.set(heads.subarray(0, HEAD_WORDS * count));
    copy.starts.set(starts.subarray(0, count));
    copy.bodies.set(bodies.subarray(0, count));
    copy.words.set(words.subarray(0, format.size * count));
    return copy;
  }
}
