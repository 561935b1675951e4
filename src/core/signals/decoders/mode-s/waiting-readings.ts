import { type CandidateColumns, columnsFor, copyRow } from "./candidate-rows.ts";

/** Rows at first, and at most: the oldest readings make room for new ones. */
const [FIRST_ROOM, MOST_ROOM] = [2 ** 12, 2 ** 20];
const CHAINS = 2 ** 16;
const MARKS = 2 ** 10;

/** The numbers of readings of candidates. A reading has the candidate's numbers, with corrected octets. */
export interface ReadingColumns extends CandidateColumns {
  /** The address that the reading claims. */
  readonly addresses: Uint32Array;
  readonly interrogators: Uint8Array;
  readonly correctedBits: Uint8Array;
  /** 1 for a reading that is a frame without confirmation. */
  readonly clean: Uint8Array;
}

/** What a reading says beside the candidate's numbers. */
export interface ReadingOf {
  address: number;
  interrogator: number;
  correctedBits: number;
  clean: 0 | 1;
}

interface RingColumns extends ReadingColumns {
  /** How far the first reading of the same place lies back, and the reading before whose address has the same hash. 0: none. */
  readonly sincePlace: Int32Array;
  readonly sinceLink: Int32Array;
  /** 1 for the first reading of a place that has become a frame. */
  readonly taken: Uint8Array;
}

const ringColumnsFor = (rows: number): RingColumns => ({
  ...columnsFor(rows),
  addresses: new Uint32Array(rows),
  interrogators: new Uint8Array(rows),
  correctedBits: new Uint8Array(rows),
  clean: new Uint8Array(rows),
  sincePlace: new Int32Array(rows),
  sinceLink: new Int32Array(rows),
  taken: new Uint8Array(rows),
});

function copyReading(source: RingColumns, from: number, target: RingColumns, to: number): void {
  copyRow(source, from, target, to);
  target.addresses[to] = source.addresses[from];
  target.interrogators[to] = source.interrogators[from];
  target.correctedBits[to] = source.correctedBits[from];
  target.clean[to] = source.clean[from];
  target.sincePlace[to] = source.sincePlace[from];
  target.sinceLink[to] = source.sinceLink[from];
  target.taken[to] = source.taken[from];
}

const chainOf = (address: number) => Math.imul(address, 0x9e3779b1) >>> 16;

/**
 * The readings of the newest place, and the readings of earlier places that wait for the confirmation of their address: a ring of rows that
 * are numbered in order. Chains of equal hashes find the rows of an address. Memory stays below 80 MB.
 */
export class WaitingReadings {
  columns: ReadingColumns;
  /** Rows [tail, end) are there; those from `place` on belong to the newest place. */
  #tail = 0;
  #place = 0;
  #end = 0;
  #ring = ringColumnsFor(FIRST_ROOM);
  #mask = FIRST_ROOM - 1;
  /** More than `place` where the newest place may have an address with these lowest bits. */
  readonly #marks = new Float64Array(MARKS);
  /** The newest row of each chain, plus 1. */
  readonly #newest = new Float64Array(CHAINS);

  /** @param most Rows at most, a power of two. */
  constructor(readonly most = MOST_ROOM) {
    this.columns = this.#ring;
  }

  /**
   * Adds a reading of the newest place from a row of candidates, and returns its index in the columns. A place keeps one reading per
   * address: the best one, and besides it a clean one. The result is −1 if there is a better one.
   */
  add(source: CandidateColumns, row: number, reading: Readonly<ReadingOf>): number {
    const { address, correctedBits, clean } = reading;
    const ring = this.#ring;
    const mark = address & (MARKS - 1);
    const isKnown = this.#marks[mark] > this.#place;
    this.#marks[mark] = this.#end + 1;
    for (let other = isKnown ? this.#place : this.#end; other < this.#end; other++) {
      const at = other & this.#mask;
      if (ring.addresses[at] !== address || ring.clean[at] !== clean) continue;
      const worse = correctedBits - ring.correctedBits[at] || ring.contrasts[at] - source.contrasts[row];
      if (worse >= 0) return -1;
      this.#remove(other);
      break;
    }
    return this.#append(source, row, reading);
  }

  #append(source: CandidateColumns, row: number, reading: Readonly<ReadingOf>): number {
    if (this.#end - this.#tail > this.#mask) this.#makeRoom();
    const ring = this.#ring;
    const at = this.#end++ & this.#mask;
    copyRow(source, row, ring, at);
    ring.addresses[at] = reading.address;
    ring.interrogators[at] = reading.interrogator;
    ring.correctedBits[at] = reading.correctedBits;
    ring.clean[at] = reading.clean;
    ring.taken[at] = 0;
    return at;
  }

  /** Removes a reading of the newest place; those after it move up. */
  #remove(row: number): void {
    for (let to = row; to + 1 < this.#end; to++) {
      copyReading(this.#ring, (to + 1) & this.#mask, this.#ring, to & this.#mask);
    }
    this.#end--;
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
    const { addresses, sincePlace, sinceLink } = this.#ring;
    for (let row = this.#place; row < this.#end; row++) {
      const at = row & this.#mask;
      const chain = chainOf(addresses[at]);
      const newest = this.#newest[chain] - 1;
      sincePlace[at] = row - this.#place;
      sinceLink[at] = newest >= this.#tail ? row - newest : 0;
      this.#newest[chain] = row + 1;
    }
    this.#place = this.#end;
  }

  /** Forgets what starts before a sample. */
  forget(before: number): void {
    while (this.#tail < this.#place && this.#ring.starts[this.#tail & this.#mask] < before) this.#tail++;
  }

  /** Returns the indices of the best readings of places that wait for an address, in order; these places wait no more. */
  release(address: number): number[] {
    const { addresses, sincePlace, sinceLink, taken } = this.#ring;
    const rows: number[] = [];
    for (let row = this.#newest[chainOf(address)] - 1; row >= this.#tail;) {
      const at = row & this.#mask;
      if (addresses[at] === address) rows.push(row);
      if (sinceLink[at] === 0) break;
      row -= sinceLink[at];
    }
    rows.reverse();
    const found: number[] = [];
    for (let i = 0; i < rows.length;) {
      const place = rows[i] - sincePlace[rows[i] & this.#mask];
      let end = rows[i] + 1;
      for (; i < rows.length && rows[i] - sincePlace[rows[i] & this.#mask] === place; i++) end = rows[i] + 1;
      if (place < this.#tail || taken[place & this.#mask]) continue;
      taken[place & this.#mask] = 1;
      found.push(this.#bestOf(place, end, (at) => addresses[at] === address) as number);
    }
    return found;
  }

  #bestOf(from: number, to: number, isMeant: (index: number) => boolean): number | undefined {
    const { contrasts, correctedBits } = this.#ring;
    let best: number | undefined;
    for (let row = from; row < to; row++) {
      const at = row & this.#mask;
      if (!isMeant(at)) continue;
      if (best !== undefined && (correctedBits[at] - correctedBits[best] || contrasts[best] - contrasts[at]) >= 0)
        continue;
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
    const [old, next] = [this.#ring, ringColumnsFor(2 * room)];
    for (let row = this.#tail; row < this.#end; row++) {
      copyReading(old, row & (room - 1), next, row & (2 * room - 1));
    }
    this.#ring = next;
    this.columns = next;
    this.#mask = 2 * room - 1;
  }
}
