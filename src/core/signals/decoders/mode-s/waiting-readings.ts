import {
  BIT_WORDS,
  BITS,
  type Candidate,
  candidateFrom,
  type CandidateList,
  type CandidateTable,
  CONTRAST,
  IS_LONG,
  READINGS,
  REMAINDERS,
  ROW_NUMBERS,
  ROW_WORDS,
  START,
  tableFor,
} from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Readings for which there is memory at first. */
const FIRST_ROOM = 2 ** 12;
/** Candidates lie in chunks of this many: a larger memory would have to be filled with copies of the smaller one. */
const CHUNK_BITS = 12;
const CHUNK = 2 ** CHUNK_BITS;
/** Readings and candidates at most: the oldest readings make room for new ones. */
const [MOST_READINGS, MOST_CANDIDATES] = [2 ** 20, 2 ** 19];
/** A reading's word: which one of its candidate's readings it is, what else is known, and from bit 8 on the candidate's number, modulo 2²⁴. */
const WHICH = 7;
const [CORRECTED, STATE, CLEAN, NUMBER] = [3, 5, 1 << 7, 8];
const MOST_NUMBER = 2 ** 24 - 1;
/** States of the first reading of a place that waits; the state of other readings is 0. */
const [FIRST_OF_PLACE, TAKEN] = [1, 2];

const readingsFor = (count: number) => ({
  /** The address that each reading claims: apart, so that all of them are searched quickly. */
  addresses: new Uint32Array(count),
  words: new Uint32Array(count),
});

/**
 * The readings of the newest place, and the readings of earlier places that wait for the confirmation of their address. They are a ring of rows
 * that are numbered in order, and their candidates are a second ring. Dense traffic has millions of readings per second, and nearly all
 * of them wait in vain: each takes 8 bytes beside its candidate, and no other work than to note its address. Memory stays below 105 MB.
 */
export class WaitingReadings {
  #readings = readingsFor(FIRST_ROOM);
  /** Readings [tail, end) are there; those from `place` on belong to the newest place. */
  #tail = 0;
  #place = 0;
  #end = 0;
  #mask = FIRST_ROOM - 1;
  /** The chunks of candidates by the numbers modulo 2²⁴; those that are not needed; and the number of the oldest one that is there. */
  readonly #chunks: (CandidateTable | undefined)[] = Array.from({ length: (MOST_NUMBER + 1) / CHUNK });
  readonly #spare: CandidateTable[] = [];
  #oldestChunk = 0;
  /** Candidates so far. */
  #candidates = 0;
  /** The start of the oldest reading's candidate. */
  #oldest = Number.NEGATIVE_INFINITY;

  /** Readings and candidates at most, powers of two. */
  constructor(
    readonly most = MOST_READINGS,
    readonly mostCandidates = MOST_CANDIDATES,
  ) {}

  /** Readings for which there is memory. */
  get room(): number {
    return this.#mask + 1;
  }

  /**
   * Takes candidates of a list from one on, not beyond another one, and returns where they lie. It takes one at least.
   *
   * @returns `row` is the first one's row in `table`, and `number` its number.
   */
  take(
    list: CandidateList,
    from: number,
    to: number,
  ): { table: CandidateTable; row: number; number: number; count: number } {
    const number = this.#candidates;
    const row = number % CHUNK;
    if (row === 0) this.#addChunk();
    const count = Math.min(to - from, CHUNK - row);
    const table = this.#tableOf(number);
    list.copy(from, from + count, table, row);
    this.#candidates += count;
    return { table, row, number, count };
  }

  /** @param number Of a candidate that is there. */
  #tableOf(number: number): CandidateTable {
    return this.#chunks[(number & MOST_NUMBER) >> CHUNK_BITS] as CandidateTable;
  }

  /**
   * Adds a reading to the newest place.
   *
   * @param candidate The number of its candidate. @param which Which of its readings it is, from 0.
   * @param isClean Whether it is accepted as a frame although its address is not confirmed.
   */
  add(address: number, candidate: number, which: number, correctedBits: number, isClean: boolean): void {
    if (this.#end - this.#tail > this.#mask) this.#makeRoom();
    const at = this.#end++ & this.#mask;
    const { addresses, words } = this.#readings;
    addresses[at] = address;
    words[at] = which | (correctedBits << CORRECTED) | (isClean ? CLEAN : 0) | (candidate << NUMBER);
  }

  addressAt(index: number): number {
    return this.#readings.addresses[index];
  }

  correctedBitsAt(index: number): number {
    return (this.#readings.words[index] >> CORRECTED) & 3;
  }

  /** The remainder of the reading's bits as they were received. */
  remainderAt(index: number): number {
    const { words } = this.#tableAt(index);
    return words[ROW_WORDS * this.#rowAt(index) + REMAINDERS + (this.#readings.words[index] & WHICH)];
  }

  /** The candidate as an object; bits are not corrected. */
  candidateAt(tuning: Tuning, index: number): Candidate {
    const { numbers, words } = this.#tableAt(index);
    const row = this.#rowAt(index);
    const at = ROW_WORDS * row;
    const bits = at + BITS + BIT_WORDS * (this.#readings.words[index] & WHICH);
    return candidateFrom(tuning, numbers, ROW_NUMBERS * row, words, bits, words[at + READINGS] & IS_LONG ? 14 : 7);
  }

  #tableAt(index: number): CandidateTable {
    return this.#tableOf(this.#readings.words[index] >>> NUMBER);
  }

  #rowAt(index: number): number {
    return (this.#readings.words[index] >>> NUMBER) % CHUNK;
  }

  #contrastAt(index: number): number {
    return this.#tableAt(index).numbers[ROW_NUMBERS * this.#rowAt(index) + CONTRAST];
  }

  /** Returns the index of the best clean reading of the newest place: the one whose bits stand out most; undefined if there is none. */
  bestClean(): number | undefined {
    const { words } = this.#readings;
    return this.#bestOf(this.#place, this.#end, (at) => (words[at] & CLEAN) > 0);
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
  }

  /** The newest place waits. */
  keep(): void {
    if (this.#end === this.#place) return;
    this.#setState(this.#place, FIRST_OF_PLACE);
    if (this.#place === this.#tail) this.#oldest = this.#startOf(this.#tail);
    this.#place = this.#end;
  }

  #startOf(reading: number): number {
    const at = reading & this.#mask;
    return this.#tableAt(at).numbers[ROW_NUMBERS * this.#rowAt(at) + START];
  }

  /** Forgets what starts before a sample. */
  forget(before: number): void {
    while (this.#tail < this.#place && this.#oldest < before) this.#forgetOne();
  }

  #forgetOne(): void {
    this.#tail++;
    if (this.#tail < this.#place) this.#oldest = this.#startOf(this.#tail);
  }

  #stateOf(reading: number): number {
    return (this.#readings.words[reading & this.#mask] >> STATE) & 3;
  }

  #setState(reading: number, state: number): void {
    const { words } = this.#readings;
    const at = reading & this.#mask;
    words[at] = (words[at] & ~(3 << STATE)) | (state << STATE);
  }

  /** Returns the indices of the best readings of places that wait for an address, in order; these places wait no more. */
  release(address: number): number[] {
    const { addresses } = this.#readings;
    const found: number[] = [];
    for (let reading = this.#tail; reading < this.#place; reading++) {
      if (addresses[reading & this.#mask] !== address) continue;
      let place = reading;
      while (place >= this.#tail && this.#stateOf(place) === 0) place--;
      let end = reading + 1;
      while (end < this.#place && this.#stateOf(end) === 0) end++;
      const [from, to] = [reading, end];
      reading = end - 1;
      // Of a place whose first readings made room, nothing is left.
      if (place < this.#tail || this.#stateOf(place) === TAKEN) continue;
      this.#setState(place, TAKEN);
      found.push(this.#bestOf(from, to, (at) => addresses[at] === address) as number);
    }
    return found;
  }

  #bestOf(from: number, to: number, isMeant: (index: number) => boolean): number | undefined {
    let best: number | undefined;
    for (let reading = from; reading < to; reading++) {
      const at = reading & this.#mask;
      if (!isMeant(at)) continue;
      if (best !== undefined) {
        const worse =
          this.correctedBitsAt(at) - this.correctedBitsAt(best) || this.#contrastAt(best) - this.#contrastAt(at);
        if (worse >= 0) continue;
      }
      best = at;
    }
    return best;
  }

  #makeRoom(): void {
    const { room } = this;
    if (room === this.most) {
      this.#forgetOne();
      return;
    }
    const [old, next] = [this.#readings, readingsFor(2 * room)];
    // The ring is full: its readings from the tail on, then those before.
    const tail = this.#tail & (room - 1);
    for (const [from, end, reading] of [
      [tail, room, this.#tail],
      [0, tail, this.#tail + room - tail],
    ]) {
      const to = reading & (2 * room - 1);
      next.addresses.set(old.addresses.subarray(from, end), to);
      next.words.set(old.words.subarray(from, end), to);
    }
    this.#readings = next;
    this.#mask = 2 * room - 1;
  }

  /** Candidates from the oldest reading's on. */
  #used(): number {
    if (this.#tail === this.#end) return 0;
    return (this.#candidates - (this.#readings.words[this.#tail & this.#mask] >>> NUMBER)) & MOST_NUMBER;
  }

  /** Adds a chunk for the next candidates. At most as many chunks are there as hold the most candidates. */
  #addChunk(): void {
    const next = this.#candidates / CHUNK;
    this.#freeChunks();
    while ((next - this.#oldestChunk) * CHUNK >= this.mostCandidates && this.#tail < this.#end) {
      this.#forgetOne();
      this.#freeChunks();
    }
    this.#chunks[next % this.#chunks.length] = this.#spare.pop() ?? tableFor(CHUNK);
  }

  /** Frees the chunks before the oldest reading's one. */
  #freeChunks(): void {
    const needed = Math.floor((this.#candidates - this.#used()) / CHUNK);
    for (; this.#oldestChunk < needed; this.#oldestChunk++) {
      const place = this.#oldestChunk % this.#chunks.length;
      this.#spare.push(this.#chunks[place] as CandidateTable);
      this.#chunks[place] = undefined;
    }
  }
}
