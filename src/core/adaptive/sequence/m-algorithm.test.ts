import { describe, expect, it } from "vitest";
import { poison, run, TEST_INVOCATIONS } from "../../gpu/testing.ts";
import { nearestPoint } from "../../constellation/constellation.ts";
import { estimatesOf, TEST_TAPS, type TestBatch, testBatch } from "../testing.ts";
import { keepBestPaths } from "./m-algorithm.reference.ts";
import { createMAlgorithm } from "./m-algorithm.ts";
import { mostLikelyLabels } from "./viterbi.reference.ts";

/** Labels of a packet's estimates. */
async function labelsOf(test: TestBatch, estimates: GPUBuffer, packet: number): Promise<number[]> {
  const z = await estimatesOf(test, estimates, packet);
  return Array.from({ length: z.length / 2 }, (_, k) => nearestPoint(test.points, z[2 * k], z[2 * k + 1]).label);
}

describe("adaptive/m-algorithm", () => {
  const LONG = Float64Array.from({ length: 42 }, (_, i) => Math.cos(3 * i) * 0.8 ** i);
  const FLAT = Float64Array.of(0.6, 0.8);

  it.each([
    ["bpsk", TEST_TAPS, 1, 101, 4],
    ["qpsk", TEST_TAPS, 4, 101, 6],
    ["qpsk", LONG, 19, 60, 9],
    ["8psk", FLAT, 3, 50, 9],
    ["16qam", LONG, TEST_INVOCATIONS, 5, 12],
    ["64qam", TEST_TAPS, 37, 15, 15],
  ] as const)("keeps the paths of the reference: %s, %#", async (modulation, taps, keep, symbols, snrDb) => {
    const test = await testBatch({ modulation, taps, symbols, packets: 3, snrDb });
    const plan = await createMAlgorithm(test.device, test.batch, test.decisions, { keep });
    poison(test.device, plan.estimates);
    await run(test.device, plan);
    for (let p = 0; p < 3; p++) {
      const expected = keepBestPaths(test.packets[p], test.points, taps, { ...test.batch, keep });
      expect(await labelsOf(test, plan.estimates, p)).toEqual(expected);
    }
    plan.destroy();
    test.destroy();
  });

  it.each([
    ["bpsk", Math.log2(TEST_INVOCATIONS), TEST_INVOCATIONS],
    ["qpsk", Math.floor(Math.log2(TEST_INVOCATIONS) / 2), TEST_INVOCATIONS],
    ["64qam", 1, 64],
  ] as const)(
    "finds the most likely sequence where the list holds all: %s, %i symbols",
    async (modulation, symbols, keep) => {
      const test = await testBatch({ modulation, taps: TEST_TAPS, symbols, packets: 9, snrDb: 2 });
      const plan = await createMAlgorithm(test.device, test.batch, test.decisions, { keep });
      await run(test.device, plan);
      for (let p = 0; p < 9; p++) {
        const expected = mostLikelyLabels(test.packets[p], test.points, TEST_TAPS, test.batch);
        expect(await labelsOf(test, plan.estimates, p)).toEqual(expected);
      }
      plan.destroy();
      test.destroy();
    },
  );

  it.each([
    [{ keep: 0 }, TEST_TAPS, "keep must be an integer from 1 to 256, got 0"],
    [{ keep: 257 }, TEST_TAPS, "keep must be an integer from 1 to 256, got 257"],
    [
      { keep: 256 },
      new Float64Array(600).fill(0.1),
      `at most ${Math.min(133, TEST_INVOCATIONS)} paths with 300 taps, got 256`,
    ],
  ])("refuses %j, %#", async (config, taps, message) => {
    const test = await testBatch({ taps, symbols: 4, packets: 1 });
    const creation = createMAlgorithm(test.device, test.batch, test.decisions, config);
    await expect(creation).rejects.toThrow(`adaptive/m-algorithm: ${message}`);
    test.destroy();
  });
});
