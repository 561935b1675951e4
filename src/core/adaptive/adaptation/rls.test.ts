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
