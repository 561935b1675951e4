import { describe, expect, it } from "vitest";
import { OutOfMemoryError } from "../gpu/errors.ts";
import { poolOf } from "../gpu/pool.ts";
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

  it("measures again where the buffers of earlier methods took the memory, and keeps none at the end", async () => {
    const gpu = await testGpu();
    const pool = poolOf(gpu.device);
    const point = {};
    let attempts = 0;
    const entrant = (method: string, fails: number): Entrant<object> => ({
      method,
      point,
      flops: 1,
      bytes: 1,
      async measure() {
        if (attempts++ < fails) throw new OutOfMemoryError("no memory");
        pool.release(pool.acquire(method, 256, GPUBufferUsage.COPY_DST));
        return { ms: 1, runs: 1, signals: 1, timing: "wall clock", maxError: 0 };
      },
    });
    const reasons: (string | undefined)[][] = [];
    for (const fails of [1, 2]) {
      attempts = 0;
      const entrants = [entrant("first", fails), entrant("second", fails)];
      for await (const { state } of compare(gpu, { config: undefined, results: [] }, entrants)) {
        if (state.results.length === 2) reasons.push(state.results.map(({ reason }) => reason));
      }
      expect(pool.statistics.idleBytes).toBe(0);
    }
    expect(reasons).toEqual([
      [undefined, undefined],
      ["no memory", undefined],
    ]);
  });
});
