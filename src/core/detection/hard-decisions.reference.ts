/** Returns a bit for each LLR ln P(1)/P(0). */
export const decide = (llr: ArrayLike<number>): number[] => Array.from(llr, (value) => (value > 0 ? 1 : 0));
