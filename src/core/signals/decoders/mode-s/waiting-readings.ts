import {
  type CandidateTable,
  CONTRAST,
  copyRow,
  HOW,
  ROW_NUMBERS,
  ROW_WORDS,
  START,
  STATE,
  tableFor,
} from "./candidate-rows.ts";

/** Rows at first, and at most: the oldest readings make room for new ones. */
const [FIRST_ROOM, MOST_ROOM] = [2 ** 12, 2 ** 20];
const MARKS = 2 ** 10;
/** States of the first reading of a place that waits; the state of other readings is 0. */
const [FIRST_OF_PLACE, TAKEN] = [1, 2];

/** What a reading says beside the candidate's numbers. */
export interface ReadingOf {
  /** The address that the reading claims. */
  address: number;
  interrogator: number;
  correctedBits: number;
  /** 1 for a reading that is a frame without confirmation. */
  clean: 0 | 1;
}

/**
 * The readings of the newest place, and the readings of earlier places that wait for the confirmation of their address: a ring of rows that
 * are numbered in order. A reading has the candidate's numbers, with corrected octets. Memory stays below 75 MB.
 */
export class WaitingReadings {
  table: CandidateTable = tableFor(FIRST_ROOM);
  /** The address of each row: apart, so that all of them are searched quickly. */
  addresses = new Uint32Array(FIRST_ROOM);
  /** Rows [tail, end) are there; those from `place` on belong to the newest place. */
  #tail = 0;
  #place = 0;
  #end = 0;
  #mask = FIRST_ROOM - 1;
  /** Whether the newest place has got a clean reading. */
  #hasClean = false;
  /** More than `place` where the newest place may have an address with these lowest bits. */
  readonly #marks = new Float64Array(MARKS);

  /** @param most Rows at most, a power of two. */
  constructor(readonly most = MOST_ROOM) {}

  interrogatorAt = (index: number) => this.table.words[ROW_WORDS * index + HOW] & 255;
  correctedBitsAt = (index: number) => this.table.words[ROW_WORDS * index + HOW] >>> 16;
  #isClean = (index: number) => ((this.table.words[ROW_WORDS * index + HOW] >>> 8) & 1) === 1;

  /**
   * Adds a reading of the newest place from a row of candidates, and returns its index in the table. A place keeps one reading per
   * address: the best one, and besides it a clean one. The result is −1 if there is a better one.
   */
  add(source: CandidateTable, row: number, reading: Readonly<ReadingOf>): number {
    const { address, correctedBits, clean } = reading;
    const mark = address & (MARKS - 1);
    const isKnown = this.#marks[mark] > this.#place;
    this.#marks[mark] = this.#end + 1;
    for (let other = isKnown ? this.#place : this.#end; other < this.#end; other++) {
      const at = other & this.#mask;
      if (this.addresses[at] !== address || this.#isClean(at) !== (clean === 1)) continue;
      const contrast = this.table.numbers[ROW_NUMBERS * at + CONTRAST];
      const worse = correctedBits - this.correctedBitsAt(at) || contrast - source.numbers[ROW_NUMBERS * row + CONTRAST];
      if (worse >= 0) return -1;
      this.#remove(other);
      break;
    }
    return this.#append(source, row, reading);
  }

  #append(source: CandidateTable, row: number, reading: Readonly<ReadingOf>): number {
    if (this.#end - this.#tail > this.#mask) this.#makeRoom();
    const at = this.#end++ & this.#mask;
    copyRow(source, row, this.table, at);
    const { words } = this.table;
    words[ROW_WORDS * at + HOW] = reading.interrogator | (reading.clean << 8) | (reading.correctedBits << 16);
    words[ROW_WORDS * at + STATE] = 0;
    this.addresses[at] = reading.address;
    if (reading.clean) this.#hasClean = true;
    return at;
  }

  /** Removes a reading of the newest place; those after it move up. */
  #remove(row: number): void {
    for (let to = row; to + 1 < this.#end; to++) {
      copyRow(this.table, (to + 1) & this.#mask, this.table, to & this.#mask);
      this.addresses[to & this.#mask] = this.addresses[(to + 1) & this.#mask];
    }
    this.#end--;
  }

  /**
   * Returns the index of the best clean reading of the newest place: the one whose bits stand out most; undefined if there is none.
   */
  bestClean(): number | undefined {
    return this.#hasClean ? this.#bestOf(this.#place, this.#end, this.#isClean) : undefined;
  }

  /**
   * Returns the index of the reading of the newest place with the fewest corrected bits, and among these the one whose bits stand
   * out most; undefined if none is meant.
   */
  best(isMeant: (index: number) => boolean): number | undefined {
    return this.#bestOf(this.#place, this.#end, isMeant);
  }

  /** The newest place has become a frame, or nothing: its readings are removed. */
  drop(): void {
    this.#end = this.#place;
    this.#hasClean = false;
  }

  /** The newest place waits. */
  keep(): void {
    if (this.#end > this.#place) this.table.words[ROW_WORDS * (this.#place & this.#mask) + STATE] = FIRST_OF_PLACE;
    this.#place = this.#end;
    this.#hasClean = false;
  }

  /** Forgets what starts before a sample. */
  forget(before: number): void {
    const { numbers } = this.table;
    while (this.#tail < this.#place && numbers[ROW_NUMBERS * (this.#tail & this.#mask) + START] < before) this.#tail++;
  }

  /** Returns the indices of the best readings of places that wait for an address, in order; these places wait no more. */
  release(address: number): number[] {
    const { words } = this.table;
    const stateAt = (row: number) => ROW_WORDS * (row & this.#mask) + STATE;
    const found: number[] = [];
    for (let row = this.#tail; row < this.#place; row++) {
      if (this.addresses[row & this.#mask] !== address) continue;
      let place = row;
      while (place >= this.#tail && words[stateAt(place)] === 0) place--;
      let end = row + 1;
      while (end < this.#place && words[stateAt(end)] === 0) end++;
      const [from, to] = [row, end];
      row = end - 1;
      // Of a place whose first readings made room, nothing is left.
      if (place < this.#tail || words[stateAt(place)] === TAKEN) continue;
      words[stateAt(place)] = TAKEN;
      found.push(this.#bestOf(from, to, (at) => this.addresses[at] === address) as number);
    }
    return found;
  }

  #bestOf(from: number, to: number, isMeant: (index: number) => boolean): number | undefined {
    const { numbers } = this.table;
    const contrastAt = (index: number) => numbers[ROW_NUMBERS * index + CONTRAST];
    let best: number | undefined;
    for (let row = from; row < to; row++) {
      const at = row & this.#mask;
      if (!isMeant(at)) continue;
      if (best !== undefined) {
        const worse = this.correctedBitsAt(at) - this.correctedBitsAt(best) || contrastAt(best) - contrastAt(at);
        if (worse >= 0) continue;
      }
      best = at;
    }
    return best;
  }

  #makeRoom(): void {
    const room = this.#mask + 1;
    if (room === this.most) {
      this.#tail++;
      return;
    }
    const [table, addresses] = [tableFor(2 * room), new Uint32Array(2 * room)];
    // The ring is full: its rows from the tail on, then those before.
    const tail = this.#tail & (room - 1);
    for (const [from, end, row] of [
      [tail, room, this.#tail],
      [0, tail, this.#tail + room - tail],
    ]) {
      const to = row & (2 * room - 1);
      table.words.set(this.table.words.subarray(ROW_WORDS * from, ROW_WORDS * end), ROW_WORDS * to);
      addresses.set(this.addresses.subarray(from, end), to);
    }
    this.table = table;
    this.addresses = addresses;
    this.#mask = 2 * room - 1;
  }
}
