/** Bits that wait to be compared, 32 per word, addressed by their index in the whole stream. */
export interface BitQueue {
  /** Index of the first kept bit, and of the next one to come. */
  readonly first: number;
  readonly end: number;
  /** Adds the first `count` bits of words, LSB first. */
  push(words: Uint32Array, count: number): void;
  /** Returns bits index … index + 31 as a word, LSB first; bits outside the queue are 0. */
  at(index: number): number;
  /** Returns the number of bits that differ from the other queue's, from an index of each on. All must be in the queues. */
  different(index: number, other: BitQueue, otherIndex: number, count: number): number;
  /** The words that hold the bits, and the index of the lowest bit of the first one. */
  readonly words: Uint32Array;
  readonly base: number;
  /** Forgets all bits before this index. */
  drop(index: number): void;
}

export function createBitQueue(): BitQueue {
  let words = new Uint32Array(64);
  /** Index of the lowest bit of words[0]: a multiple of 32. */
  let base = 0;
  let [first, end] = [0, 0];
  const word = (i: number) => (i >= 0 && i < words.length ? words[i] : 0);
  return {
    get first() {
      return first;
    },
    get end() {
      return end;
    },
    push(fresh, count) {
      const needed = Math.ceil((end - base + count) / 32) + 1;
      if (needed > words.length) {
        // Kept bits move to the front; a longer array follows only if they need it.
        const skipped = Math.floor((first - base) / 32);
        const kept = words.subarray(skipped);
        const grown = new Uint32Array(needed - skipped > words.length / 2 ? 2 * needed : words.length);
        grown.set(kept);
        words = grown;
        base += 32 * skipped;
      }
      for (let i = 0; i < count; i += 32) {
        const size = Math.min(32, count - i);
        const value = size === 32 ? fresh[i >> 5] : fresh[i >> 5] & (2 ** size - 1);
        const at = (end - base) >> 5;
        const shift = (end - base) & 31;
        words[at] = (words[at] & (2 ** shift - 1)) | (value << shift);
        words[at + 1] = shift ? value >>> (32 - shift) : 0;
        end += size;
      }
    },
    at(index) {
      const i = Math.floor((index - base) / 32);
      const shift = (index - base) & 31;
      return shift ? ((word(i) >>> shift) | (word(i + 1) << (32 - shift))) >>> 0 : word(i);
    },
    different(index, other, otherIndex, count) {
      let [i, j] = [(index - base) >> 5, (otherIndex - other.base) >> 5];
      const [shift, otherShift] = [(index - base) & 31, (otherIndex - other.base) & 31];
      const theirs = other.words;
      let sum = 0;
      // A shift by 32 is a shift by 0 in JavaScript, so a word is shifted twice.
      for (let left = count; left > 0; left -= 32, i++, j++) {
        const mine = (words[i] >>> shift) | ((words[i + 1] << 1) << (31 - shift));
        const their = (theirs[j] >>> otherShift) | ((theirs[j + 1] << 1) << (31 - otherShift));
        sum += ones(left >= 32 ? mine ^ their : (mine ^ their) & (2 ** left - 1));
      }
      return sum;
    },
    get words() {
      return words;
    },
    get base() {
      return base;
    },
    drop: (index) => void (first = Math.max(first, Math.min(index, end))),
  };
}

/** Returns the number of ones in a word. */
export function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
