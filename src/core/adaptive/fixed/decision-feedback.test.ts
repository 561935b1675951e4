import { describe, expect, it } from "vitest";
import { errorDb, poison, run, upload } from "../../gpu/testing.ts";
import { solveBestDelay } from "../theory/finite.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { feedBackDecisions } from "./decision-feedback.reference.ts";
import { createDecisionFeedback } from "./decision-feedback.ts";

const channel = { taps: TEST_TAPS, samplesPerSymbol: 1, noiseVariance: 0.05 } as const;

describe("adaptive/decision-feedback", () => {
  it.each([
    ["bpsk", 5, 1, 3],
    ["8psk", 12, 4, 33],
    ["64qam", 9, 2, 5],
  ] as const)(
    "equals the reference: %s, %i + %i taps, %i packets",
    async (modulation, forwardTaps, feedbackTaps, packets) => {
      const test = await testBatch({ modulation, taps: TEST_TAPS, forwardTaps, packets, symbols: 83, snrDb: 14 });
      const solved = solveBestDelay(channel, { forwardTaps, feedbackTaps });
      const scale = 1 - solved.mse;
      const plan = await createDecisionFeedback(test.device, test.batch, test.decisions, {
        forwardTaps,
        feedbackTaps,
        delay: solved.delay,
        taps: upload(test.device, Float32Array.from([...solved.forward, ...solved.feedback])),
        hasOwnTaps: false,
        scales: upload(test.device, Float32Array.of(scale)),
      });
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      for (let p = 0; p < packets; p += 2) {
        const sizes = { ...test.batch, delay: solved.delay };
        const { points } = test;
        const expected = feedBackDecisions(test.packets[p], solved.forward, solved.feedback, sizes, { points, scale });
        expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-110);
      }
      plan.destroy();
      test.destroy();
    },
  );
});
