/** A transfer curve of an EXIT chart: the information of a part's output over its input's, in bits per bit. */
export type TransferCurve = { input: number; output: number }[];

/**
 * Returns the information in bits per bit that LLRs log p(1)/p(0) carry about bits, for a decoder that takes them as they
 * are: 1 − mean of log2(1 + e^(∓L)), at least 0. For true LLRs it is their mutual information with the bits.
 * Source: J. Hagenauer, "The EXIT chart", EUSIPCO 2004, eq. 5.
 *
 * @param bitAt The bit, 0 or 1, of the LLR with an index.
 * @param scale A factor on all LLRs.
 */
export function informationOf(llr: ArrayLike<number>, bitAt: (index: number) => number, scale = 1): number {
  let lost = 0;
  for (let i = 0; i < llr.length; i++) {
    const wrong = scale * (bitAt(i) ? -llr[i] : llr[i]);
    lost += Math.max(0, wrong) + Math.log1p(Math.exp(-Math.abs(wrong)));
  }
  return Math.max(0, 1 - lost / Math.LN2 / llr.length);
}
