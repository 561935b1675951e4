import { checkedCount } from "../../gpu/rows.ts";

/** The transmitted bits of a frame and their order. */
export interface BitOrder {
  /** Bits per frame before interleaving. */
  length: number;
  /** Bit that each place sends, 0 … length − 1, or {@link NOTHING} for a 0; repeats if more bits are sent. */
  order: ArrayLike<number>;
  /** Transmitted bits per frame, ≥ 1. Default: `order` once. */
  sent?: number;
}

/** A place that carries no bit. */
export const NOTHING = 0xffffffff;

/** @throws RangeError when `order` holds no bits of the frame, or `sent` is not a positive integer. */
export function checkedOrder(label: string, { length, order, sent = order.length }: BitOrder): Required<BitOrder> {
  checkedCount(label, "length", length);
  if (!Number.isInteger(sent) || sent < 1 || order.length === 0) {
    throw new RangeError(`${label}: sent must be a positive integer, got ${order.length && sent}`);
  }
  for (let e = 0; e < order.length; e++) {
    const bit = order[e];
    if ((Number.isInteger(bit) && bit >= 0 && bit < length) || bit === NOTHING) continue;
    throw new RangeError(`${label}: order must hold bits 0 to ${length - 1}, got ${bit} at place ${e}`);
  }
  return { length, order, sent };
}
