/** Word w of a row holds the lowest bits of 32 given words, the first one lowest; places after the row's last bit are 0. */
export const packed = (bits: readonly number[]): number[] =>
  Array.from({ length: Math.ceil(bits.length / 32) }, (_, w) =>
    bits.slice(32 * w, 32 * w + 32).reduce((word, bit, k) => word + (bit % 2) * 2 ** k, 0),
  );
