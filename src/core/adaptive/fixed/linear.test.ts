import { describe, expect, it } from "vitest";
import { errorDb, poison, run, upload } from "../../gpu/testing.ts";
import { solveBestDelay } from "../theory/finite.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { filterPacket } from "./linear.reference.ts";
import { createLinearEqualizer } from "./linear.ts";

const channel = { taps: TEST_TAPS, samplesPerSymbol: 1, noiseVariance: 0.05 } as const;

describe("adaptive/linear", () => {
  it.each([
    [1, 0, 1],
    [11, 0, 1],
    [7, 3, 2],
    [40, 1, 2],
  ] as const)(
    "equals the reference: %i + %i taps, %i samples per symbol",
    async (forwardTaps, feedbackTaps, samplesPerSymbol) => {
      const test = await testBatch({ taps: TEST_TAPS, forwardTaps, samplesPerSymbol, packets: 67, symbols: 29 });
      const solved = solveBestDelay({ ...channel, samplesPerSymbol }, { forwardTaps, feedbackTaps });
      const taps = Float32Array.from([...solved.forward, ...solved.feedback]);
      const plan = await createLinearEqualizer(test.device, test.batch, test.decisions.points, {
        forwardTaps,
        feedbackTaps,
        delay: 0,
        taps: upload(test.device, taps),
        hasOwnTaps: false,
      });
      plan.setDelay(solved.delay);
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      for (const p of [0, 66]) {
        const sizes = { ...test.batch, delay: solved.delay };
        const expected = filterPacket(test.packets[p], solved.forward, solved.feedback, sizes);
        expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-115);
      }
      plan.destroy();
      test.destroy();
    },
  );

  it("cancels the channel with zero-forcing taps where there is no noise", async () => {
    const test = await testBatch({ taps: TEST_TAPS, forwardTaps: 60, snrDb: 90, symbols: 50, packets: 1 });
    const solved = solveBestDelay({ ...channel, noiseVariance: 1e-9 }, { forwardTaps: 60, criterion: "zf" });
    const taps = upload(test.device, Float32Array.from(solved.forward));
    const size = { forwardTaps: 60, delay: solved.delay, taps, hasOwnTaps: false };
    const plan = await createLinearEqualizer(test.device, test.batch, test.decisions.points, size);
    await run(test.device, plan);
    const { sent } = test.packets[0];
    const { guard } = test.batch;
    expect(errorDb(await estimatesOf(test, plan.estimates, 0), sent.subarray(2 * guard, 2 * guard + 100))).toBeLessThan(
      -60,
    );
    plan.destroy();
    test.destroy();
  });
});
