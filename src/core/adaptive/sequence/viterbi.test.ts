import { describe, expect, it } from "vitest";
import { poison, run } from "../../gpu/testing.ts";
import { nearestPoint } from "../../constellation/constellation.ts";
import { estimatesOf, TEST_TAPS, type TestBatch, testBatch } from "../testing.ts";
import { mostLikelyLabels } from "./viterbi.reference.ts";
import { createViterbiEqualizer } from "./viterbi.ts";

/** Labels of a packet's estimates. */
async function labelsOf(test: TestBatch, estimates: GPUBuffer, packet: number): Promise<number[]> {
  const z = await estimatesOf(test, estimates, packet);
  return Array.from({ length: z.length / 2 }, (_, k) => nearestPoint(test.points, z[2 * k], z[2 * k + 1]).label);
}

describe("adaptive/viterbi", () => {
  it.each([
    ["bpsk", 9, 0, 0],
    ["bpsk", 9, 20, 6],
    ["qpsk", 5, 0, 3],
    ["8psk", 4, 0, 5],
    ["16qam", 3, 0, 8],
  ] as const)(
    "finds the most likely of all sequences: %s, %i symbols, traceback %i, %i dB",
    async (modulation, symbols, traceback, snrDb) => {
      const test = await testBatch({ modulation, taps: TEST_TAPS, symbols, packets: 9, snrDb });
      const plan = await createViterbiEqualizer(test.device, test.batch, test.decisions, { traceback });
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      for (let p = 0; p < 9; p += 2) {
        const found = await labelsOf(test, plan.estimates, p);
        expect(found).toEqual(mostLikelyLabels(test.packets[p], test.points, TEST_TAPS, test.batch));
      }
      plan.destroy();
      test.destroy();
    },
  );

  it("decides a channel with one tap symbol by symbol, and long packets without errors where noise is small", async () => {
    for (const taps of [Float64Array.of(0.6, 0.8), TEST_TAPS]) {
      const test = await testBatch({ modulation: "16qam", taps, symbols: 203, packets: 2, snrDb: 30 });
      const plan = await createViterbiEqualizer(test.device, test.batch, test.decisions, { traceback: 11 });
      await run(test.device, plan);
      const z = await estimatesOf(test, plan.estimates, 1);
      const { guard } = test.batch;
      const sent = test.packets[1].sent.subarray(2 * guard, 2 * (guard + 203));
      expect(Math.max(...z.map((value, i) => Math.abs(value - sent[i])))).toBeLessThan(1e-6);
      plan.destroy();
      test.destroy();
    }
  });

  it("refuses too many states", async () => {
    const test = await testBatch({ modulation: "64qam", taps: TEST_TAPS });
    const creation = createViterbiEqualizer(test.device, test.batch, test.decisions, { traceback: 0 });
    await expect(creation).rejects.toThrow("at most 1024 states, got 4096");
    test.destroy();
  });
});
