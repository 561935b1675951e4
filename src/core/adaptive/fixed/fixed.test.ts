import { describe, expect, it } from "vitest";
import { errorDb, poison, run, upload } from "../../gpu/testing.ts";
import { solveBestDelay, solveEqualizer } from "../theory/finite.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { feedBackDecisions } from "./decision-feedback.reference.ts";
import { createDecisionFeedback } from "./decision-feedback.ts";
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

describe("adaptive/finite", () => {
  it("gives the taps of MATLAB's mmseweights", () => {
    const [a, b] = [Math.PI / 6, -Math.PI / 8];
    const taps = Float64Array.of(1, 0, 0.5 * Math.cos(a), 0.5 * Math.sin(a), 0.1 * Math.cos(b), 0.1 * Math.sin(b));
    // QPSK at Eb/N0 = 20 dB; ReferenceTap is δ + 1 = 3.
    const { forward } = solveEqualizer(
      { taps, samplesPerSymbol: 1, noiseVariance: 0.005 },
      { forwardTaps: 5, delay: 2 },
    );
    const printed = [0.0005, -0.0068, 0.0103, 0.0117, 0.9694, -0.0019, -0.3987, 0.2186, 0.0389, -0.1756];
    for (const [i, value] of printed.entries()) expect(Math.abs(forward[i] - value)).toBeLessThan(6e-5);
  });
});
