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
 * The candidates of the newest place, and candidates of earlier places that wait for the confirmation of their address. Dense traffic has
 * millions of readings per second, and nearly all of them wait in vain. So no work is done for a reading that claims an address by its
 * remainder until that address is confirmed: then the heads are searched for it. Memory stays below 110 MB.
 */
export class WaitingCandidates {
  /** The lists that may be there. */
  readonly #lists: Taken[] = [];
  readonly #places = new Places();
  /** Candidates that start before it are forgotten. */
  #oldest = Number.NEGATIVE_INFINITY;
  #end = 0;
  /** Readings with a checked parity that wait. */
  #checked: Reading[] = [];

  /** Candidates at most. */
  constructor(readonly most = MOST_CANDIDATES) {}

  /** Takes a list, and returns its rows, and the index of its first candidate. The others follow in order of their starts. */
  take(list: CandidateList): Pick<Taken, "from" | "rows"> {
    const { count } = list;
    const from = this.#end;
    this.#makeRoom(count);
    const rows = list.take();
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
    return { rows, row: rows.order[index - from] };
  }

  /** The newest place begins at a start. The one before has become a frame or waits. */
  begin(start: number): void {
    this.#places.begin(start);
  }

  /** The newest place has become a frame. */
  drop(): void {
    this.#places.takeNewest();
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
    return rows.words[rows.format.size * row + rows.format.bits + BIT_WORDS * which];
  }

  /** The candidate as an object; bits are not corrected. */
  candidateOf(tuning: Tuning, { index, which }: Reading): Candidate {
    const { rows, row } = this.#rowOf(index);
    return candidateFrom(tuning, rows, row, which);
  }

  #contrastOf({ index }: Reading): number {
    const { rows, row } = this.#rowOf(index);
    return rows.format.contrastOf(rows, row);
  }

  /**
   * Returns the reading that is meant with the fewest corrected bits, and among these the one whose bits stand out most; the first one of
   * equal ones. Undefined if there is none.
   */
  best(readings: readonly Reading[], isMeant: (reading: Reading) => boolean): Reading | undefined {
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

  /** Forgets what starts before a sample. */
  forget(before: number): void {
    this.#oldest = Math.max(this.#oldest, Math.min(before, this.#places.newest));
    let past = 0;
    while (past < this.#lists.length - 1 && newestOf(this.#lists[past]) < this.#oldest) past++;
    this.#free(past);
  }

  /** Returns the best readings of places that wait for an address, in order; these places wait no more. */
  release(address: number): Reading[] {
    const unchecked = [...this.#unchecked(address)];
    const checked = this.#checked.filter((one) => one.address === address && this.#startOf(one.index) >= this.#oldest);
    const claims = [...unchecked, ...checked].map((reading) => ({ ...reading, start: this.#startOf(reading.index) }));
    // A reading with corrected bits comes after the same one without.
    claims.sort((a, b) => a.start - b.start || a.which - b.which || a.correctedBits - b.correctedBits);
    const found: Reading[] = [];
    for (let first = 0; first < claims.length;) {
      let end = first + 1;
      const place = this.#places.at(claims[first].start);
      while (end < claims.length && this.#places.at(claims[end].start) === place) end++;
      const claimed = claims.slice(first, end);
      first = end;
      const isThere = place >= 0 && this.#places.startOf(place) >= this.#oldest;
      if (isThere && this.#places.take(place)) found.push(this.best(claimed, () => true) as Reading);
    }
    return found;
  }

  /** Returns the readings before the newest place whose remainders are an address. */
  *#unchecked(address: number): Generator<Reading> {
    for (const { from, count, rows } of this.#lists) {
      const { heads, order } = rows;
      const end = HEAD_WORDS * count;
      for (let at = heads.indexOf(address); at >= 0 && at < end; at = heads.indexOf(address, at + 1)) {
        const row = Math.floor(at / HEAD_WORDS);
        const which = at - HEAD_WORDS * row - REMAINDERS;
        const readings = heads[HEAD_WORDS * row + READINGS];
        if (which < 0 || ((readings >> which) & 1) === 0 || (readings >> (CHECKED + which)) & 1) continue;
        const start = rows.starts[row];
        if (start < this.#oldest || start >= this.#places.newest) continue;
        yield { index: from + order.indexOf(row), which, address, correctedBits: 0, isClean: false };
      }
    }
  }

  /** Forgets the oldest lists until there is room for this many candidates. The newest place stays. */
  #makeRoom(count: number): void {
    const lists = this.#lists;
    let past = 0;
    while (past < lists.length && this.#end + count - lists[past].from > this.most) {
      if (newestOf(lists[past]) >= this.#places.newest) break;
      past++;
    }
    this.#free(past);
  }

  /** Frees the oldest lists. */
  #free(number: number): void {
    if (number === 0) return;
    for (const { rows } of this.#lists.splice(0, number)) rows.free();
    const first = this.#lists[0]?.from ?? this.#end;
    this.#checked = this.#checked.filter(({ index }) => index >= first);
  }
}

/** Returns the start of a list's last candidate. */
const newestOf = ({ count, rows }: Taken) =>
  count > 0 ? rows.starts[rows.order[count - 1]] : Number.NEGATIVE_INFINITY;

/** Places that are remembered, and how many of them share memory. */
const [MOST_PLACES, PLACES] = [2 ** 20, 2 ** 13];

/** The starts of the newest places, in order, and which of them have become frames. */
class Places {
  /** The start of the newest place. */
  newest = Number.NEGATIVE_INFINITY;
  readonly #parts: { starts: Float64Array; taken: Uint8Array }[] = [];
  /** Number of the first place that is remembered, and of places so far. */
  #first = 0;
  #end = 0;

  begin(start: number): void {
    if (this.#end % PLACES === 0) {
      const oldest = this.#end - this.#first >= MOST_PLACES ? this.#parts.shift() : undefined;
      if (oldest) this.#first += PLACES;
      oldest?.taken.fill(0);
      this.#parts.push(oldest ?? { starts: new Float64Array(PLACES), taken: new Uint8Array(PLACES) });
    }
    const { starts } = this.#parts[this.#parts.length - 1];
    starts[this.#end++ % PLACES] = start;
    this.newest = start;
  }

  /** Returns the number of the place of a start; −1 if it is forgotten. */
  at(start: number): number {
    let [low, high] = [this.#first - 1, this.#end - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.startOf(middle) <= start) low = middle;
      else high = middle - 1;
    }
    return low < this.#first ? -1 : low;
  }

  startOf(place: number): number {
    return this.#partOf(place).starts[place % PLACES];
  }

  #partOf = (place: number) => this.#parts[Math.floor((place - this.#first) / PLACES)];

  /** Makes a place a frame; false if it is one already. */
  take(place: number): boolean {
    const { taken } = this.#partOf(place);
    const isNew = taken[place % PLACES] === 0;
    taken[place % PLACES] = 1;
    return isNew;
  }

  takeNewest(): void {
    this.take(this.#end - 1);
  }
}
