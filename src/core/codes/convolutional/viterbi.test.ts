import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { TAIL } from "./code.ts";
import { decode } from "./decoder.reference.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { before, CONVOLUTIONAL_STATES, viterbi } from "./viterbi.float64.ts";

const noisy = (seed: number, length: number, sigma: number) => {
  const noise = testNormals(seed, 2 * (length + TAIL));
  const sent = encodeConvolutional(Array.from({ length }, (_, k) => Number(Math.sin(k * k + seed) > 0)));
  return Float64Array.from(noise, (value, i) => (sent[i] - 0.5 + sigma * value) / sigma ** 2);
};

describe("the Viterbi algorithm with its trellis", () => {
  it.each([1, 2, 3])("decides like the reference: draw %i", (seed) => {
    for (const sigma of [0.3, 0.8, 2]) {
      const llr = noisy(seed, 75, sigma);
      expect([...viterbi(llr).bits.subarray(0, -TAIL)]).toEqual(decode(llr).bits);
    }
  });

  it("has metrics that are the sums along the survivors", () => {
    const llr = noisy(4, 20, 1);
    const { bits, metrics, survivors } = viterbi(llr);
    const code = encodeConvolutional([...bits.subarray(0, -TAIL)]);
    const sum = code.reduce((total, bit, i) => total + (bit - 0.5) * llr[i], 0);
    expect(metrics[bits.length * CONVOLUTIONAL_STATES]).toBeCloseTo(sum, 9);
    expect(survivors.length).toBe(bits.length * CONVOLUTIONAL_STATES);
    // Two steps after the start only four states can be.
    const reached = metrics.subarray(2 * CONVOLUTIONAL_STATES, 3 * CONVOLUTIONAL_STATES);
    expect([...reached.keys()].filter((state) => reached[state] > -Infinity)).toEqual([0, 1, 2, 3]);
    expect([before(5, 0), before(5, 1)]).toEqual([2, 34]);
  });
});
