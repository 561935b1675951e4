import type { LoopGains } from "../detection/loop.ts";
import { decideInLoop } from "./decision-loop.reference.ts";

/** σ(k): the sign of bit k in the frame that turns by j per bit. */
const signOf = (k: number) => (((k % 4) + 4) % 4 < 2 ? 1 : -1);

/**
 * Decides a packet with decision feedback.
 *
 * @param y The forward filter's output, one complex sample per bit, interleaved.
 * @param feedback b(1) …, the taps on past bits, and c(2) …, those on products of three, in the turning frame. Bits before the packet are −1.
 * @param sent Bits 0 or 1 that are fed back instead of the decisions: a genie.
 */
export function decideWithFeedback(
  y: ArrayLike<number>,
  feedback: { bits: readonly number[]; products: readonly number[] },
  loop: LoopGains,
  sent?: ArrayLike<number>,
) {
  const past = new Map<number, number>();
  const bit = (k: number) => past.get(k) ?? -1;
  return decideInLoop(
    y.length / 2,
    loop,
    (k, [c, s]) => {
      const own = feedback.bits.reduce((sum, b, j) => sum + b * bit(k - 1 - j), 0);
      const fedBack = feedback.products.reduce(
        (sum, value, j) => sum + value * bit(k - 1 - j) * bit(k - 2 - j) * bit(k - 3 - j),
        own,
      );
      const [re, im] = [y[2 * k], y[2 * k + 1]];
      return [re * c - im * s + signOf(k) * fedBack, re * s + im * c];
    },
    (k, wanted) => past.set(k, signOf(k) * (sent ? 2 * sent[k] - 1 : wanted)),
  );
}
