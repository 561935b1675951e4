import { describe, expect, it } from "vitest";
import { testGpu } from "../gpu/testing.ts";
import { compare, type Entrant } from "./comparison.ts";

describe("measurement/comparison", () => {
  it("marks a fast wrong answer as wrong, and NaN too", async () => {
    const entrant = (maxError: number): Entrant<object> => ({
      method: "fast",
      point: {},
      flops: 1,
      bytes: 1,
      measure: async () => ({ ms: 1e-9, runs: 1, signals: 1, timing: "wall clock", maxError }),
    });
    const entrants = [1e-3, Infinity, Number.NaN, 1e-6].map(entrant);
    const verdicts: boolean[][] = [];
    for await (const { state } of compare(await testGpu(), { config: undefined, results: [] }, entrants)) {
      verdicts.push(state.results.map(({ wrong }) => wrong));
    }
    expect(verdicts.at(-1)).toEqual([true, true, true, false]);
  });
});
