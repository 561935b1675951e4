/** Which coded bits A B A B … are sent, 1 or 0 each; repeats along the codeword. */
export type PuncturingPattern = readonly (0 | 1)[];

/** The puncturing patterns by code rate. Source: IEEE Std 802.11-2012, 18.3.5.6, figure 18-9. */
export const PUNCTURING = {
  "1/2": [1, 1],
  "2/3": [1, 1, 1, 0],
  "3/4": [1, 1, 1, 0, 0, 1],
} as const satisfies Readonly<Record<string, PuncturingPattern>>;

export type PuncturedRate = keyof typeof PUNCTURING;

/** Returns the coded bit that each transmitted bit carries, for a codeword of `length` coded bits. */
export function puncturedOrder(length: number, pattern: PuncturingPattern): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length }, (_, bit) => bit).filter((bit) => pattern[bit % pattern.length] === 1);
}
