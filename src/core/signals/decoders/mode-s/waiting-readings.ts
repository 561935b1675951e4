import {
  BIT_WORDS,
  type Candidate,
  CANDIDATE_NUMBERS,
  candidateFrom,
  type CandidateTable,
  CONTRAST,
  ROW_NUMBERS,
  START,
} from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Rows and candidates at first, and at most: the oldest readings make room for new ones. */
const [FIRST_ROOM, MOST_ROOM] = [2 ** 12, 2 ** 20];
const MARKS = 2 ** 10;
/** What is known of a reading beside its bits and its address: interrogator (7 bits), then these. */
const [CLEAN, LONG, CORRECTED, STATE] = [1 << 7, 1 << 8, 9, 11];
const LOWEST = (1 << STATE) - 1;
/** States of the first reading of a place that waits; the state of other readings is 0. */
const [FIRST_OF_PLACE, TAKEN] = [1, 2];

/** What a reading says beside the candidate's numbers. */
export interface ReadingOf {
  /** 7 or 14. */
  octets: number;
  /** The address that the reading claims. */
  address: number;
  interrogator: number;
  correctedBits: number;
  /** 1 for a reading that is a frame without confirmation. */
  clean: 0 | 1;
}

/** What is stored of a number of readings. Dense traffic has millions per second, and each byte of them takes time. */
const rowsFor = (count: number) => ({
  bits: new Uint32Array(BIT_WORDS * count),
  /** The number of each reading's candidate, modulo 2³². */
  candidates: new Uint32Array(count),
  /** Apart, so that all of them are searched quickly. */
  addresses: new Uint32Array(count),
  hows: new Uint16Array(count),
});

/**
 * The readings of the newest place, and the readings of earlier places that wait for the confirmation of their address: a ring of rows that
 * are numbered in order. Their candidates are in a second ring. Bits are corrected. Memory stays below 80 MB.
 */
export class WaitingReadings {
  #rows = rowsFor(FIRST_ROOM);
  /** Rows [tail, end) are there; those from `place` on belong to the newest place. */
  #tail = 0;
  #place = 0;
  #end = 0;
  #mask = FIRST_ROOM - 1;
  /** [candidate][{@link CANDIDATE_NUMBERS}] */
  #numbers = new Float64Array(CANDIDATE_NUMBERS * FIRST_ROOM);
  #candidateMask = FIRST_ROOM - 1;
  /** Candidates so far, and before the newest place. */
  #candidates = 0;
  #candidatesBefore = 0;
  /** Whether the newest place has got a clean reading. */
  #hasClean = false;
  /** More than `place` where the newest place may have an address with these lowest bits. */
  readonly #marks = new Float64Array(MARKS);

  /** @param most Rows at most, a power of two. */
  constructor(readonly most = MOST_ROOM) {}

  /** Rows for which there is memory. */
  get room(): number {
    return this.#mask + 1;
  }

  addressAt(index: number): number {
    return this.#rows.addresses[index];
  }

  interrogatorAt(index: number): number {
    return this.#rows.hows[index] & (CLEAN - 1);
  }

  correctedBitsAt(index: number): number {
    return (this.#rows.hows[index] >> CORRECTED) & 3;
  }

  candidateAt(tuning: Tuning, index: number): Candidate {
    const { bits, hows } = this.#rows;
    return candidateFrom(
      tuning,
      this.#numbers,
      this.#numbersAt(index),
      bits,
      BIT_WORDS * index,
      hows[index] & LONG ? 14 : 7,
    );
  }

  /** Where the numbers of a reading's candidate begin. */
  #numbersAt(index: number): number {
    return CANDIDATE_NUMBERS * (this.#rows.candidates[index] & this.#candidateMask);
  }

  /** Corrects a bit of a reading. */
  flip(index: number, bit: number): void {
    this.#rows.bits[BIT_WORDS * index + (bit >> 5)] ^= 0x80000000 >>> (bit & 31);
  }

  /** Adds a candidate to the newest place, without readings. */
  addCandidate({ numbers }: CandidateTable, row: number): void {
    if (this.#end > this.#tail) this.#makeRoomForCandidate();
    const own = this.#numbers;
    const from = ROW_NUMBERS * row;
    const to = CANDIDATE_NUMBERS * (this.#candidates++ & this.#candidateMask);
    for (let k = 0; k < CANDIDATE_NUMBERS; k++) own[to + k] = numbers[from + k];
  }

  /**
   * Adds a reading of the newest candidate, and returns its index. A place keeps one reading per
   * address: the best one, and besides it a clean one. The result is −1 if there is a better one.
   *
   * @param words Its bits from index `from` on.
   */
  add(words: Uint32Array, from: number, reading: Readonly<ReadingOf>): number {
    const { address, correctedBits, clean } = reading;
    const mark = address & (MARKS - 1);
    const isKnown = this.#marks[mark] > this.#place;
    this.#marks[mark] = this.#end + 1;
    if (isKnown) {
      const { addresses, hows } = this.#rows;
      const contrast = this.#numbers[CANDIDATE_NUMBERS * ((this.#candidates - 1) & this.#candidateMask) + CONTRAST];
      for (let other = this.#place; other < this.#end; other++) {
        const at = other & this.#mask;
        if (addresses[at] !== address || (hows[at] & CLEAN) !== clean * CLEAN) continue;
        const worse = correctedBits - this.correctedBitsAt(at) || this.#contrastAt(at) - contrast;
        if (worse >= 0) return -1;
        this.#remove(other);
        break;
      }
    }
    return this.#append(words, from, reading);
  }

  #contrastAt(index: number): number {
    return this.#numbers[this.#numbersAt(index) + CONTRAST];
  }

  #append(words: Uint32Array, from: number, reading: Readonly<ReadingOf>): number {
    if (this.#end - this.#tail > this.#mask) this.#makeRoom();
    const at = this.#end++ & this.#mask;
    const { octets, address, interrogator, correctedBits, clean } = reading;
    const { bits, candidates, addresses, hows } = this.#rows;
    for (let k = 0; k < BIT_WORDS; k++) bits[BIT_WORDS * at + k] = words[from + k];
    candidates[at] = this.#candidates - 1;
    addresses[at] = address;
    hows[at] = interrogator | (clean * CLEAN) | (octets === 14 ? LONG : 0) | (correctedBits << CORRECTED);
    if (clean) this.#hasClean = true;
    return at;
  }

  /** Removes a reading of the newest place; those after it move up. */
  #remove(row: number): void {
    for (let to = row; to + 1 < this.#end; to++) {
      const [old, next] = [(to + 1) & this.#mask, to & this.#mask];
      const { bits, candidates, addresses, hows } = this.#rows;
      bits.copyWithin(BIT_WORDS * next, BIT_WORDS * old, BIT_WORDS * (old + 1));
      candidates[next] = candidates[old];
      addresses[next] = addresses[old];
      hows[next] = hows[old];
    }
    this.#end--;
  }

  /**
   * Returns the index of the best clean reading of the newest place: the one whose bits stand out most; undefined if there is none.
   */
  bestClean(): number | undefined {
    return this.#hasClean ? this.#bestOf(this.#place, this.#end, (at) => (this.#rows.hows[at] & CLEAN) > 0) : undefined;
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
    this.#candidates = this.#candidatesBefore;
    this.#hasClean = false;
  }

  /** The newest place waits. */
  keep(): void {
    if (this.#end > this.#place) this.#setState(this.#place, FIRST_OF_PLACE);
    this.#place = this.#end;
    this.#candidatesBefore = this.#candidates;
    this.#hasClean = false;
  }

  /** Forgets what starts before a sample. */
  forget(before: number): void {
    while (this.#tail < this.#place) {
      if (this.#numbers[this.#numbersAt(this.#tail & this.#mask) + START] >= before) return;
      this.#tail++;
    }
  }

  #stateOf(row: number): number {
    return this.#rows.hows[row & this.#mask] >> STATE;
  }

  #setState(row: number, state: number): void {
    const { hows } = this.#rows;
    hows[row & this.#mask] = (hows[row & this.#mask] & LOWEST) | (state << STATE);
  }

  /** Returns the indices of the best readings of places that wait for an address, in order; these places wait no more. */
  release(address: number): number[] {
    const { addresses } = this.#rows;
    const found: number[] = [];
    for (let row = this.#tail; row < this.#place; row++) {
      if (addresses[row & this.#mask] !== address) continue;
      let place = row;
      while (place >= this.#tail && this.#stateOf(place) === 0) place--;
      let end = row + 1;
      while (end < this.#place && this.#stateOf(end) === 0) end++;
      const [from, to] = [row, end];
      row = end - 1;
      // Of a place whose first readings made room, nothing is left.
      if (place < this.#tail || this.#stateOf(place) === TAKEN) continue;
      this.#setState(place, TAKEN);
      found.push(this.#bestOf(from, to, (at) => addresses[at] === address) as number);
    }
    return found;
  }

  #bestOf(from: number, to: number, isMeant: (index: number) => boolean): number | undefined {
    let best: number | undefined;
    for (let row = from; row < to; row++) {
      const at = row & this.#mask;
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
    const [old, next] = [this.#rows, rowsFor(2 * room)];
    // The ring is full: its rows from the tail on, then those before.
    const tail = this.#tail & (room - 1);
    for (const [from, end, row] of [
      [tail, room, this.#tail],
      [0, tail, this.#tail + room - tail],
    ]) {
      const to = row & (2 * room - 1);
      next.bits.set(old.bits.subarray(BIT_WORDS * from, BIT_WORDS * end), BIT_WORDS * to);
      next.candidates.set(old.candidates.subarray(from, end), to);
      next.addresses.set(old.addresses.subarray(from, end), to);
      next.hows.set(old.hows.subarray(from, end), to);
    }
    this.#rows = next;
    this.#mask = 2 * room - 1;
  }

  #makeRoomForCandidate(): void {
    const room = this.#candidateMask + 1;
    /** Candidates from the oldest reading's on. */
    const used = () => (this.#candidates - this.#rows.candidates[this.#tail & this.#mask]) >>> 0;
    if (used() < room) return;
    if (room === this.most) {
      while (this.#tail < this.#end && used() >= room) this.#tail++;
      return;
    }
    const old = this.#numbers;
    const next = new Float64Array(2 * old.length);
    // The ring's second half follows its first half, or comes before it.
    const first = Math.floor(this.#candidates / room) * room;
    const split = CANDIDATE_NUMBERS * (this.#candidates - first);
    const [low, high] = first & room ? [old.length, 0] : [0, old.length];
    next.set(old.subarray(0, split), low);
    next.set(old.subarray(split), high + split);
    this.#numbers = next;
    this.#candidateMask = 2 * room - 1;
  }
}
