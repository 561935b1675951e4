/** The bits of each period that remain. Default: all. */
interface Kept {
  period?: number;
  places?: readonly number[];
}

/**
 * Bit n of a row is bit period·⌊n/P⌋ + places[n mod P] of its words, the lowest bit of a word first.
 *
 * @param words The words of one row.
 */
export const unpacked = (words: ArrayLike<number>, length: number, { period = 1, places = [0] }: Kept = {}): number[] =>
  Array.from({ length }, (_, n) => {
    const place = period * Math.floor(n / places.length) + places[n % places.length];
    return Math.floor(words[Math.floor(place / 32)] / 2 ** (place % 32)) % 2;
  });
