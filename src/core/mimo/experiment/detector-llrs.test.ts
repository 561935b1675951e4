import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { detectorLlrs } from "./detector-llrs.ts";
import { MIMO } from "./experiment.ts";

const COUNT = 20_000;
const bitAt = (i: number) => i & 1;
const histogram = (llr: Float32Array) =>
  detectorLlrs(MIMO.defaults, { detector: "mmse", outer: 1 }, llr, bitAt).histogram;

describe("histograms of LLRs", () => {
  const spread = Float32Array.from(testNormals(3, COUNT), (normal) => 6 * normal ** 3);
  const special = Float32Array.of(0, -0, Infinity, -Infinity, 1e-40, -1e-40, ...spread.subarray(6));

  it.each([
    ["LLRs of all magnitudes", special],
    ["LLRs in a part of a buffer", new Float32Array(Float32Array.of(99, ...spread).buffer, 4)],
    ["LLRs of 0", new Float32Array(COUNT)],
    ["LLRs of two magnitudes", spread.map((value) => (value > 9 ? 8 : -0.5))],
  ])("%s: each one counts between its edges", (_, llr) => {
    const { edges, zeros, ones } = histogram(llr);
    const counts = [zeros.map(() => 0), zeros.map(() => 0)];
    for (const [i, value] of llr.entries()) {
      const bin = edges.findLastIndex((edge) => edge <= value);
      counts[bitAt(i)][Math.min(zeros.length - 1, Math.max(0, bin))]++;
    }
    expect([zeros, ones]).toEqual(counts);
  });

  it("the outer edges hold 98 % of the magnitudes", () => {
    const sorted = spread.map(Math.abs).toSorted();
    const { edges } = histogram(spread);
    expect(edges.at(-1)).toBeCloseTo(sorted[Math.floor(0.98 * (COUNT - 1))], 9);
    expect(edges[0]).toBe(-edges.at(-1)!);
  });
});
