import { testRandom } from "../../gpu/testing.ts";

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
