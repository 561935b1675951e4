/** Bits that may be a Mode S frame: its preamble was seen, and its pulses stand out. Nothing is checked yet. */
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
export const ROW_WORDS = 4;

/** The numbers of many candidates: noise alone gives hundreds of thousands per second, and an object for each is slow. */
export interface CandidateColumns {
  readonly starts: Float64Array;
  readonly contrasts: Float64Array;
  /** NaN without noise. */
  readonly snrsDb: Float64Array;
  readonly carriersHz: Float64Array;
  /** [row][{@link ROW_WORDS}]; unused bits are 0. */
  readonly words: Uint32Array;
  /** Octets of the frame: 7 or 14. */
  readonly lengths: Uint8Array;
}

export const columnsFor = (rows: number): CandidateColumns => ({
  starts: new Float64Array(rows),
  contrasts: new Float64Array(rows),
  snrsDb: new Float64Array(rows),
  carriersHz: new Float64Array(rows),
  words: new Uint32Array(ROW_WORDS * rows),
  lengths: new Uint8Array(rows),
});

export function copyRow(source: CandidateColumns, from: number, target: CandidateColumns, to: number): void {
  target.starts[to] = source.starts[from];
  target.contrasts[to] = source.contrasts[from];
  target.snrsDb[to] = source.snrsDb[from];
  target.carriersHz[to] = source.carriersHz[from];
  target.lengths[to] = source.lengths[from];
  for (let i = 0; i < ROW_WORDS; i++) target.words[ROW_WORDS * to + i] = source.words[ROW_WORDS * from + i];
}

export function candidateAt(columns: CandidateColumns, row: number): Candidate {
  const snrDb = columns.snrsDb[row];
  const octets = new Uint8Array(columns.lengths[row]);
  for (let i = 0; i < octets.length; i++) octets[i] = columns.words[ROW_WORDS * row + (i >> 2)] >>> (24 - 8 * (i & 3));
  return {
    start: columns.starts[row],
    octets,
    contrast: columns.contrasts[row],
    snrDb: Number.isNaN(snrDb) ? null : snrDb,
    carrierHz: columns.carriersHz[row],
  };
}

/** A list of candidates in order of their starts. */
export class CandidateRows {
  count = 0;
  columns = columnsFor(1024);

  /** Adds a candidate without its words, which the caller writes, and returns its row. */
  add(start: number, contrast: number, snrDb: number, carrierHz: number, length: number): number {
    const row = this.count++;
    if (row === this.columns.starts.length) this.#grow();
    const { starts, contrasts, snrsDb, carriersHz, lengths } = this.columns;
    starts[row] = start;
    contrasts[row] = contrast;
    snrsDb[row] = snrDb;
    carriersHz[row] = carrierHz;
    lengths[row] = length;
    return row;
  }

  clear(): void {
    this.count = 0;
  }

  #grow(): void {
    const { starts, contrasts, snrsDb, carriersHz, words, lengths } = this.columns;
    this.columns = columnsFor(2 * starts.length);
    this.columns.starts.set(starts);
    this.columns.contrasts.set(contrasts);
    this.columns.snrsDb.set(snrsDb);
    this.columns.carriersHz.set(carriersHz);
    this.columns.words.set(words);
    this.columns.lengths.set(lengths);
  }
}
