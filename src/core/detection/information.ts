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
  let [lost, product] = [0, 1];
  for (let i = 0; i < llr.length; i++) {
    const wrong = scale * (bitAt(i) ? -llr[i] : llr[i]);
    if (wrong > 0) lost += wrong;
    product *= 1 + Math.exp(-Math.abs(wrong));
    if (i % FACTORS === FACTORS - 1) {
      lost += Math.log(product);
      product = 1;
    }
  }
  lost += Math.log(product);
  return Math.max(0, 1 - lost / Math.LN2 / llr.length);
}

/** One logarithm serves this many LLRs: each factor is at most 2, so their product is a finite number. */
const FACTORS = 512;
