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

/** Words of a candidate's bits: the first bit is the highest one of the first word. */
export const BIT_WORDS = 4;

/** A row has 64 bytes, a line of a processor's cache: float64 numbers, then words. */
export const [ROW_NUMBERS, ROW_WORDS] = [8, 16];
/** The numbers of a row. The SNR is NaN without noise. */
export const [START, CONTRAST, SNR_DB, CARRIER_HZ] = [0, 1, 2, 3];
/** The words of a row: the bits of the frame (unused ones are 0) and its octets, 7 or 14. Readings use the last words. */
export const [BITS, OCTETS, HOW, STATE] = [8, 12, 13, 14];
const FILLED_WORDS = 15;

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

/** Copies a row by its words: a number that is copied could lose bits of a NaN. */
export function copyRow(source: CandidateTable, from: number, target: CandidateTable, to: number): void {
  const { words: old } = source;
  const { words: next } = target;
  const shift = ROW_WORDS * (from - to);
  const end = ROW_WORDS * to + FILLED_WORDS;
  for (let k = ROW_WORDS * to; k < end; k++) next[k] = old[k + shift];
}

export function candidateAt({ numbers, words }: CandidateTable, row: number): Candidate {
  const [n, w] = [ROW_NUMBERS * row, ROW_WORDS * row];
  const snrDb = numbers[n + SNR_DB];
  const octets = new Uint8Array(words[w + OCTETS]);
  for (let i = 0; i < octets.length; i++) octets[i] = words[w + BITS + (i >> 2)] >>> (24 - 8 * (i & 3));
  return {
    start: numbers[n + START],
    octets,
    contrast: numbers[n + CONTRAST],
    snrDb: Number.isNaN(snrDb) ? null : snrDb,
    carrierHz: numbers[n + CARRIER_HZ],
  };
}

/** A list of candidates in order of their starts. */
export class CandidateRows {
  count = 0;
  table = tableFor(1024);

  /** Adds a candidate whose bits are the words from index `from` on. @param octets 7 or 14. */
  add(
    start: number,
    contrast: number,
    snrDb: number,
    carrierHz: number,
    octets: number,
    bits: Uint32Array,
    from = 0,
  ): void {
    const row = this.count++;
    if (ROW_WORDS * row === this.table.words.length) this.#grow();
    const { numbers, words } = this.table;
    const n = ROW_NUMBERS * row;
    const w = ROW_WORDS * row;
    numbers[n + START] = start;
    numbers[n + CONTRAST] = contrast;
    numbers[n + SNR_DB] = snrDb;
    numbers[n + CARRIER_HZ] = carrierHz;
    for (let i = 0; i < BIT_WORDS; i++) words[w + BITS + i] = bits[from + i];
    words[w + OCTETS] = octets;
  }

  clear(): void {
    this.count = 0;
  }

  #grow(): void {
    const old = this.table.words;
    this.table = tableFor((2 * old.length) / ROW_WORDS);
    this.table.words.set(old);
  }
}
