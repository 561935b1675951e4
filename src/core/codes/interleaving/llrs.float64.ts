import type { BitOrder } from "./order.ts";

/** LLRs of a frame's bits from the LLRs of the transmitted bits. */
export function deinterleave(llr: ArrayLike<number>, { length, order, sent = order.length }: BitOrder): Float64Array {
  const sums = new Float64Array(length);
  for (let e = 0; e < sent; e++) {
    const bit = order[e % order.length];
    if (bit < length) sums[bit] += llr[e];
  }
  return sums;
}
