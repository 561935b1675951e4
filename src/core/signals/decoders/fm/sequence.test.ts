import { expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import { createSequenceDetector, type LeakTaps } from "./sequence.ts";

/** The sequence of least squared error among all, with free levels before and after it. */
function exhaustive(values: readonly number[], { main, side }: LeakTaps): number[] {
  const count = values.length;
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let word = 0; word < 2 ** (count + 2); word++) {
    const level = (k: number) => 2 * ((word >> (k + 1)) & 1) - 1;
    const cost = values.reduce(
      (sum, value, k) => sum + (value - main * level(k) - side * (level(k - 1) + level(k + 1))) ** 2,
      0,
    );
    if (cost < least) [best, least] = [word, cost];
  }
  return Array.from({ length: count }, (_, k) => (best >> (k + 1)) & 1);
}

it.each([0, 0.15, 0.4])("signals/decoders/fm/sequence is the exhaustive search, leak %f of the main tap", (side) => {
  const random = testRandom(3);
  const taps = { main: 0.9, side: 0.9 * side };
  for (let trial = 0; trial < 6; trial++) {
    const values = Array.from({ length: 9 }, () => 3 * (random() - 0.5));
    const detector = createSequenceDetector();
    const all = [...values, ...Array.from({ length: detector.delay }, () => 0)];
    const levels = all.map((value, k) => detector.push(value, k < values.length ? taps : { main: 1, side: 0 }));
    expect(levels.slice(detector.delay)).toEqual(exhaustive(values, taps));
  }
});
