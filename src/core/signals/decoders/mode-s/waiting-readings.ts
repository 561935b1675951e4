import {
  type Candidate,
  candidateFrom,
  type CandidateList,
  type CandidateTable,
  type RowFormat,
  tableFor,
} from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Readings for which there is memory at first. */
const FIRST_ROOM = 2 ** 12;
/** Candidates lie in chunks of this many: a larger memory would have to be filled with copies of the smaller one. */
const CHUNK_BITS = 13;
const CHUNK = 2 ** CHUNK_BITS;
/** Readings and candidates at most: the oldest readings make room for new ones. */
const [MOST_READINGS, MOST_CANDIDATES] = [2 ** 20, 2 ** 19];
/** A reading's word: which one of its candidate's readings it is, what else is known, and from bit 8 on the candidate's number, modulo 2²⁴. */
const WHICH = 7;
const [CORRECTED, STATE, CLEAN, NUMBER] = [3, 5, 1 << 7, 8];
const MOST_NUMBER = 2 ** 24 - 1;
/** States of the first reading of a place that waits; the state of other readings is 0. */
const [FIRST_OF_PLACE, TAKEN] = [1, 2];

/** Candidates of one format. */
interface Chunk {
  format: RowFormat;
  table: CandidateTable;
}

const readingsFor = (count: number) => ({
  /** The address that each reading claims: apart, so that all of them are searched quickly. */
  addresses: new Uint32Array(count),
  words: new Uint32Array(count),
});

/**
 * The readings of the newest place, and the readings of earlier places that wait for the confirmation of their address. They are a ring of rows
 * that are numbered in order of their starts. Their candidates are a second ring, list by list, as the search wrote them. Dense traffic has
 * millions of readings per second, and nearly all of them wait in vain: each takes 8 bytes beside its candidate, and no other work than to
 * note its address. Memory stays below 105 MB.
 */
export class WaitingReadings {
  #readings = readingsFor(FIRST_ROOM);
  /** Readings [tail, end) are there; those from `place` on belong to the newest place. */
  #tail = 0;
  #place = 0;
  #end = 0;
  #mask = FIRST_ROOM - 1;
  /** The chunks of candidates by the numbers modulo 2²⁴; those that are not needed; and the number of the oldest one that is there. */
  readonly #chunks: (Chunk | undefined)[] = Array.from({ length: (MOST_NUMBER + 1) / CHUNK });
  readonly #spare: Chunk[] = [];
  #oldestChunk = 0;
  /** Candidates so far. */
  #candidates = 0;
  /** Lists whose readings may be there: the numbers of the first reading and the first candidate of each. */
  #lists: { reading: number; candidate: number }[] = [];

  /** Readings and candidates at most, powers of two. */
  constructor(
    readonly most = MOST_READINGS,
    readonly mostCandidates = MOST_CANDIDATES,
  ) {}

  /** Readings for which there is memory. */
  get room(): number {
    return this.#mask + 1;
  }

  /** Takes a copy of a list's candidates, and returns the number of its row 0. The others follow. */
  take({ count, format, table }: CandidateList): number {
    if (count === 0) return this.#candidates;
    // A chunk has one format.
    const isOther = this.#candidates % CHUNK > 0 && this.#chunkOf(this.#candidates).format !== format;
    if (isOther) this.#candidates += CHUNK - (this.#candidates % CHUNK);
    const number = this.#candidates;
    this.#lists.push({ reading: this.#end, candidate: number });
    for (let row = 0; row < count;) {
      const into = this.#candidates % CHUNK;
      if (into === 0) this.#addChunk(format);
      const rows = Math.min(count - row, CHUNK - into);
      const part = table.words.subarray(format.size * row, format.size * (row + rows));
      this.#chunkOf(this.#candidates).table.words.set(part, format.size * into);
      this.#candidates += rows;
      row += rows;
    }
    return number;
  }

  /** @param number Of a candidate that is there, or the next one's in a chunk that has room. */
  #chunkOf(number: number): Chunk {
    return this.#chunks[(number & MOST_NUMBER) >> CHUNK_BITS] as Chunk;
  }

  /**
   * Adds a reading to the newest place.
   *
   * @param candidate The number of its candidate. @param which Which of its readings it is, from 0.
   * @param isClean True if it is accepted without a confirmed address.
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
    const { format, table } = this.#chunkAt(index);
    return table.words[format.size * this.#rowAt(index) + format.remainders + (this.#readings.words[index] & WHICH)];
  }

  /** The candidate as an object; bits are not corrected. */
  candidateAt(tuning: Tuning, index: number): Candidate {
    return candidateFrom(tuning, this.#chunkAt(index), this.#rowAt(index), this.#readings.words[index] & WHICH);
  }

  #chunkAt(index: number): Chunk {
    return this.#chunkOf(this.#readings.words[index] >>> NUMBER);
  }

  #rowAt(index: number): number {
    return (this.#readings.words[index] >>> NUMBER) % CHUNK;
  }

  #contrastAt(index: number): number {
    const { format, table } = this.#chunkAt(index);
    return format.contrastOf(table, this.#rowAt(index));
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
    this.#place = this.#end;
  }

  #startOf(reading: number): number {
    const at = reading & this.#mask;
    const { format, table } = this.#chunkAt(at);
    return table.numbers[(format.size / 2) * this.#rowAt(at) + format.start];
  }

  /** Forgets what starts before a sample. */
  forget(before: number): void {
    let [from, to] = [this.#tail, this.#place];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (this.#startOf(middle) < before) from = middle + 1;
      else to = middle;
    }
    this.#tail = from;
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
      this.#tail++;
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

  /** Adds a chunk for the next candidates. At most as many chunks are there as hold the most candidates, unless the newest place needs them. */
  #addChunk(format: RowFormat): void {
    const next = this.#candidates / CHUNK;
    this.#freeChunks();
    while ((next - this.#oldestChunk) * CHUNK >= this.mostCandidates && this.#tail < this.#place) {
      // The readings of the oldest list.
      this.#tail = Math.min(this.#place, this.#lists[1]?.reading ?? this.#place);
      this.#freeChunks();
    }
    const spare = this.#spare.findIndex((chunk) => chunk.format === format);
    const [chunk = { format, table: tableFor(CHUNK, format) }] = spare < 0 ? [] : this.#spare.splice(spare, 1);
    this.#chunks[next % this.#chunks.length] = chunk;
  }

  /** Frees the chunks before the first candidate of the oldest reading's list. */
  #freeChunks(): void {
    const lists = this.#lists;
    let oldest = 0;
    while (oldest + 1 < lists.length && lists[oldest + 1].reading <= this.#tail) oldest++;
    this.#lists = lists.slice(oldest);
    const needed = Math.floor(this.#lists[0].candidate / CHUNK);
    for (; this.#oldestChunk < needed; this.#oldestChunk++) {
      const place = this.#oldestChunk % this.#chunks.length;
      const chunk = this.#chunks[place];
      if (chunk) this.#spare.push(chunk);
      this.#chunks[place] = undefined;
    }
  }
}
