/** A bit for each LLR log p(1)/p(0). */
export const decide = (llr: ArrayLike<number>): number[] => Array.from(llr, (value) => (value > 0 ? 1 : 0));
