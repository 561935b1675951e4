import {
  BIT_WORDS,
  type Candidate,
  candidateFrom,
  type CandidateList,
  CHECKED,
  HEAD_WORDS,
  READINGS,
  REMAINDERS,
  type CandidateTable,
} from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Candidates at most: the oldest lists make room for new ones. */
const MOST_CANDIDATES = 2 ** 19;
/** States of the first candidate of a place; the state of the others is 0. */
const [WAITS, TAKEN] = [1, 2];

/** A list of candidates. */
interface Taken {
  /** Index of its first candidate in the order of all. */
  from: number;
  count: number;
  rows: CandidateTable;
}

/** A reading of a candidate that may be a frame. */
export interface Reading {
  /** The candidate's place in the order of all candidates. */
  index: number;
  /** Which of its readings it is, from 0. */
  which: number;
  /** The address that it claims. */
  address: number;
  correctedBits: number;
  /** True if it is accepted without a confirmed address. */
  isClean: boolean;
}

/**
 * The candidates of the newest place, and candidates of earlier places that wait for the confirmation of their address, in order of their starts.
 * Dense traffic has millions of readings per second, and nearly all of them wait in vain. So no work is done for a reading that claims
 * an address by its remainder until that address is confirmed: then the heads are searched for it. Memory stays below 110 MB.
 */
export class WaitingCandidates {
  /** The lists that may be there. */
  readonly #lists: Taken[] = [];
  /** Candidates [tail, end) are there; those from `place` on belong to the newest place, or were not read yet. */
  #tail = 0;
  #place = 0;
  #end = 0;
  /** Readings with a checked parity that wait, in order. */
  #checked: Reading[] = [];

  /** Candidates at most. */
  constructor(readonly most = MOST_CANDIDATES) {}

  /** Takes a list, and returns its rows, and the index of its first candidate. The others follow in order of their starts. */
  take(list: CandidateList): Pick<Taken, "from" | "rows"> {
    const { count } = list;
    const from = this.#end;
    this.#makeRoom(count);
    const rows = list.take();
    rows.states.fill(0, 0, count);
    this.#lists.push({ from, count, rows });
    this.#end += count;
    return { from, rows };
  }

  /** Returns the list of a candidate. */
  #listOf(index: number): Taken {
    const lists = this.#lists;
    let [low, high] = [0, lists.length - 1];
    // Mostly it is the newest one.
    if (index >= lists[high].from) return lists[high];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lists[middle].from <= index) low = middle;
      else high = middle - 1;
    }
    return lists[low];
  }

  /** Returns the rows of a candidate's list, and which of them it is. */
  #rowOf(index: number) {
    const { from, rows } = this.#listOf(index);
    return { rows, row: index - from };
  }

  /** The newest place begins at a candidate. The one before has become a frame or waits. */
  begin(index: number): void {
    this.#setState(index, WAITS);
    this.#place = index;
  }

  /** The newest place has become a frame. */
  drop(): void {
    this.#setState(this.#place, TAKEN);
  }

  /** The newest place waits with these readings, and with those that are not checked. */
  keep(readings: readonly Reading[]): void {
    for (const reading of readings) if (this.#isChecked(reading)) this.#checked.push(reading);
  }

  #isChecked({ index, which }: Reading): boolean {
    const { rows, row } = this.#rowOf(index);
    return ((rows.heads[HEAD_WORDS * row + READINGS] >> (CHECKED + which)) & 1) === 1;
  }

  /** The remainder of the reading's bits as they were received. */
  remainderOf({ index, which }: Reading): number {
    const { rows, row } = this.#rowOf(index);
    return rows.heads[HEAD_WORDS * row + REMAINDERS + which];
  }

  /** The first word of a reading's bits. */
  firstBitsOf(index: number, which: number): number {
    const { rows, row } = this.#rowOf(index);
    return rows.words[rows.format.size * rows.bodies[row] + rows.format.bits + BIT_WORDS * which];
  }

  /** The candidate as an object; bits are not corrected. */
  candidateOf(tuning: Tuning, { index, which }: Reading): Candidate {
    const { rows, row } = this.#rowOf(index);
    return candidateFrom(tuning, rows, row, which);
  }

  #contrastOf({ index }: Reading): number {
    const { rows, row } = this.#rowOf(index);
    return rows.format.contrastOf(rows, rows.bodies[row]);
  }

  /**
   * Returns the reading that is meant with the fewest corrected bits, and among these the one whose bits stand out most; the first one of
   * equal ones. Undefined if there is none.
   */
  best(readings: readonly Reading[], isMeant: (reading: Reading) => boolean): Reading | undefined {
    // Mostly there is one.
    if (readings.length === 1) return isMeant(readings[0]) ? readings[0] : undefined;
    let best: Reading | undefined;
    for (const reading of readings) {
      if (!isMeant(reading)) continue;
      if (best) {
        const worse = reading.correctedBits - best.correctedBits || this.#contrastOf(best) - this.#contrastOf(reading);
        if (worse >= 0) continue;
      }
      best = reading;
    }
    return best;
  }

  #startOf(index: number): number {
    const { rows, row } = this.#rowOf(index);
    return rows.starts[row];
  }

  #stateOf(index: number): number {
    const { rows, row } = this.#rowOf(index);
    return rows.states[row];
  }

  #setState(index: number, state: number): void {
    const { rows, row } = this.#rowOf(index);
    rows.states[row] = state;
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
    this.#free();
  }

  /** Returns the best readings of places that wait for an address, in order; these places wait no more. */
  release(address: number): Reading[] {
    const claims = [...this.#unchecked(address), ...this.#checked.filter((one) => one.address === address)];
    // A reading with corrected bits comes after the same one without.
    claims.sort((a, b) => a.index - b.index || a.which - b.which || a.correctedBits - b.correctedBits);
    const found: Reading[] = [];
    for (let first = 0; first < claims.length;) {
      let end = first + 1;
      const place = this.#placeOf(claims[first].index);
      while (end < claims.length && this.#placeOf(claims[end].index) === place) end++;
      const claimed = claims.slice(first, end);
      first = end;
      if (place === undefined || this.#stateOf(place) === TAKEN) continue;
      this.#setState(place, TAKEN);
      found.push(this.best(claimed, () => true) as Reading);
    }
    return found;
  }

  /** Returns the first candidate of a place; undefined if it has made room. */
  #placeOf(index: number): number | undefined {
    let place = index;
    while (place >= this.#tail && this.#stateOf(place) === 0) place--;
    return place < this.#tail ? undefined : place;
  }

  /** Returns the readings before the newest place whose remainders are an address. */
  *#unchecked(address: number): Generator<Reading> {
    for (const { from, count, rows } of this.#lists) {
      const { heads } = rows;
      const end = HEAD_WORDS * count;
      for (let at = heads.indexOf(address); at >= 0 && at < end; at = heads.indexOf(address, at + 1)) {
        const row = Math.floor(at / HEAD_WORDS);
        const which = at - HEAD_WORDS * row - REMAINDERS;
        const readings = heads[HEAD_WORDS * row + READINGS];
        if (which < 0 || ((readings >> which) & 1) === 0 || (readings >> (CHECKED + which)) & 1) continue;
        const index = from + row;
        if (index >= this.#tail && index < this.#place) {
          yield { index, which, address, correctedBits: 0, isClean: false };
        }
      }
    }
  }

  /** Forgets the oldest lists until there is room for this many candidates. The newest place stays. */
  #makeRoom(count: number): void {
    while (this.#lists.length > 0 && this.#end + count - this.#lists[0].from > this.most && this.#tail < this.#place) {
      this.#tail = Math.min(this.#place, this.#lists[1]?.from ?? this.#place);
      this.#free();
    }
  }

  /** Frees the lists before the tail's. */
  #free(): void {
    const [lists, tail] = [this.#lists, this.#tail];
    let past = 0;
    while (past + 1 < lists.length && lists[past + 1].from <= tail) past++;
    if (past === 0) return;
    for (const { rows } of lists.splice(0, past)) rows.free();
    this.#checked = this.#checked.filter(({ index }) => index >= tail);
  }
}
