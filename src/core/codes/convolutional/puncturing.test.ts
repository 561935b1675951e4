import { expect, it } from "vitest";
import { coded } from "./encoder.float64.ts";
import { PUNCTURING } from "./puncturing.ts";

/** The least weight of a path that leaves state 0 and returns to it, over all phases of a pattern of sent bits A B A B …. */
function freeDistance(pattern: readonly number[]): number {
  const phases = pattern.length / 2;
  const weightOf = (bit: number, state: number, phase: number) => {
    const [a, b] = coded([bit, ...Array.from({ length: 6 }, (_, i) => (state >> i) & 1)]);
    return a * pattern[2 * phase] + b * pattern[2 * phase + 1];
  };
  const next = (bit: number, state: number) => ((state << 1) | bit) & 63;
  let least = Infinity;
  for (let first = 0; first < phases; first++) {
    let weights = new Float64Array(64).fill(Infinity);
    weights[1] = weightOf(1, 0, first);
    for (let step = 1; weights.some((weight) => weight < least); step++) {
      const after = new Float64Array(64).fill(Infinity);
      for (const [state, weight] of weights.entries()) {
        for (const bit of [0, 1]) {
          const to = next(bit, state);
          after[to] = Math.min(after[to], weight + weightOf(bit, state, (first + step) % phases));
        }
      }
      least = Math.min(least, after[0]);
      after[0] = Infinity;
      weights = after;
    }
  }
  return least;
}

// Source: Y. Yasuda, K. Kashiki and Y. Hirata, High-Rate Punctured Convolutional Codes for Soft Decision Viterbi Decoding,
// IEEE Transactions on Communications 32, 1984.
it.each([
  ["1/2", 10],
  ["2/3", 6],
  ["3/4", 5],
] as const)("convolutional/puncturing %s has the published free distance %i", (rate, distance) => {
  expect(freeDistance(PUNCTURING[rate])).toBe(distance);
});
