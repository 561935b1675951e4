import { describe, expect, it } from "vitest";
import { errorDb, poison, run } from "../../gpu/testing.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { recursiveLeastSquares } from "./rls.reference.ts";
import { createRlsEqualizer } from "./rls.ts";

describe("adaptive/rls", () => {
  it.each([
    [1, 0, "bpsk", 1, 1],
    [11, 0, "qpsk", 3, 1],
    [8, 3, "16qam", 2, 2],
    [40, 4, "qpsk", 2, 1],
  ] as const)(
    "equals the reference: %i + %i taps, %s, %i packets, %i samples per symbol",
    async (forwardTaps, feedbackTaps, modulation, packets, samplesPerSymbol) => {
      const test = await testBatch({
        modulation,
        taps: TEST_TAPS,
        forwardTaps,
        samplesPerSymbol,
        packets,
        symbols: 120,
        snrDb: 25,
      });
      const delay = Math.floor(forwardTaps / 2);
      const [forgetting, start, training] = [0.98, 5, 100];
      const plan = await createRlsEqualizer(test.device, test.batch, test.decisions, {
        forwardTaps,
        feedbackTaps,
        forgetting,
        start,
        training,
      });
      plan.setDelay(delay);
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      const sizes = { ...test.batch, delay, forwardTaps, feedbackTaps, training };
      const expected = recursiveLeastSquares(test.packets[packets - 1], test.points, sizes, { forgetting, start });
      // P loses digits where it shrinks from p0: some 1e-4 of the estimates.
      expect(errorDb(await estimatesOf(test, plan.estimates, packets - 1), expected)).toBeLessThan(-75);
      plan.destroy();
      test.destroy();
    },
  );

  it("gives the same bits in dispatches of any length", async () => {
    const test = await testBatch({ modulation: "8psk", taps: TEST_TAPS, packets: 3, symbols: 77, snrDb: 25 });
    const config = { forwardTaps: 7, feedbackTaps: 4, forgetting: 0.98, start: 5, training: 40 };
    const found = [];
    for (const segment of [undefined, 30, 1]) {
      const plan = await createRlsEqualizer(test.device, test.batch, test.decisions, { ...config, segment });
      plan.setDelay(3);
      await run(test.device, plan);
      found.push(await estimatesOf(test, plan.estimates, 2));
      plan.destroy();
    }
    for (const other of found.slice(1)) expect(other).toEqual(found[0]);
    test.destroy();
  });

  // With λ = 0.9 the anti-Hermitian part grows to the size of P in ln 2²⁴/(−ln λ) = 158 symbols.
  it.each([
    ["hermitian", 2],
    ["one-sided", 1e12],
  ] as const)("with the update %s, |z| ends below or at %f", async (update, most) => {
    const test = await testBatch({ taps: TEST_TAPS, packets: 1, symbols: 800, snrDb: 20 });
    const config = { forwardTaps: 11, forgetting: 0.9, start: 10, training: 800, update };
    const plan = await createRlsEqualizer(test.device, test.batch, test.decisions, config);
    plan.setDelay(5);
    await run(test.device, plan);
    const z = await estimatesOf(test, plan.estimates, 0);
    const last = Math.max(...z.subarray(1500).map(Math.abs));
    expect(last).toBeLessThanOrEqual(Math.fround(most));
    expect(last).toBeGreaterThan(most / 4);
    plan.destroy();
    test.destroy();
  });

  it.each([
    [{ forwardTaps: 45 }, "forwardTaps"],
    [{ forwardTaps: 40, feedbackTaps: 5 }, "feedbackTaps"],
    [{ forgetting: 0 }, "forgetting must be above 0 and at most 1, got 0"],
  ])("refuses %j", async (change, message) => {
    const test = await testBatch({ taps: TEST_TAPS });
    const config = { forwardTaps: 5, forgetting: 0.99, start: 1, training: 5, ...change };
    await expect(createRlsEqualizer(test.device, test.batch, test.decisions, config)).rejects.toThrow(message);
    test.destroy();
  });
});
