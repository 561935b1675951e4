import { testRandom } from "../../gpu/testing.ts";
import { type BitOrder, NOTHING } from "./order.ts";

/** The numbers 0 … length − 1 in a random order. */
export function shuffled(seed: number, length: number): Uint32Array<ArrayBuffer> {
  const random = testRandom(seed);
  const order = Uint32Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Orders to test: a name, the number of frames, the order. */
export const orders: [string, number, BitOrder][] = [
  ["one bit", 1, { length: 1, order: [0] }],
  ["all bits", 5, { length: 2304, order: shuffled(1, 2304) }],
  ["some bits", 300, { length: 97, order: shuffled(2, 97).slice(0, 41) }],
  ["bits again", 7, { length: 33, order: shuffled(3, 33), sent: 100 }],
  ["places without a bit", 3, { length: 40, order: [...shuffled(4, 40), NOTHING, NOTHING], sent: 50 }],
];
