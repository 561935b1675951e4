import { type BitOrder, NOTHING } from "./order.ts";

/** LLRs of a frame's bits in transmission order, without `input` if it is given; 0 for a place without a bit. */
export function interleavePriors(
  posterior: ArrayLike<number>,
  { order, sent = order.length }: BitOrder,
  input?: ArrayLike<number>,
): Float64Array {
  return Float64Array.from({ length: sent }, (_, e) => {
    const bit = order[e % order.length];
    return bit === NOTHING ? 0 : posterior[bit] - (input?.[bit] ?? 0);
  });
}
