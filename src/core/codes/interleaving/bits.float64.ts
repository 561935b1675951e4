import { type BitOrder, NOTHING } from "./order.ts";

/** A frame's bits (0 or 1) in transmission order. */
export function interleave(bits: ArrayLike<number>, { order, sent = order.length }: BitOrder): number[] {
  return Array.from({ length: sent }, (_, e) => {
    const bit = order[e % order.length];
    return bit === NOTHING ? 0 : bits[bit];
  });
}
