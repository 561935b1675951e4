import { describe, expect, it } from "vitest";
import { errorDb, poison, run } from "../../gpu/testing.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { followGradient } from "./gradient.reference.ts";
import { createGradientEqualizer, modulusOf } from "./gradient.ts";

describe("adaptive/gradient", () => {
  it.each([
    { rule: "lms", modulation: "bpsk", forwardTaps: 1, feedbackTaps: 0, packets: 1 },
    { rule: "lms", modulation: "qpsk", forwardTaps: 11, feedbackTaps: 0, packets: 33 },
    { rule: "lms", modulation: "8psk", forwardTaps: 7, feedbackTaps: 3, packets: 5, hold: true },
    { rule: "nlms", modulation: "16qam", forwardTaps: 10, feedbackTaps: 1, packets: 2, samplesPerSymbol: 2 },
    { rule: "cma", modulation: "qpsk", forwardTaps: 9, feedbackTaps: 0, packets: 3, start: 4, switching: 60 },
    { rule: "mma", modulation: "64qam", forwardTaps: 15, feedbackTaps: 0, packets: 2, start: 7 },
  ] as const)("equals the reference: $rule, $modulation, $forwardTaps + $feedbackTaps taps", async (config) => {
    const { rule, modulation, forwardTaps, feedbackTaps, packets } = config;
    const {
      hold = false,
      samplesPerSymbol = 1,
      start,
      switching,
    } = { hold: undefined, ...config } as {
      hold?: boolean;
      samplesPerSymbol?: 1 | 2;
      start?: number;
      switching?: number;
    };
    const test = await testBatch({
      modulation,
      taps: TEST_TAPS,
      forwardTaps,
      samplesPerSymbol,
      packets,
      symbols: 151,
      snrDb: 25,
    });
    const isBlind = rule === "cma" || rule === "mma";
    const training = isBlind ? 0 : 90;
    const delay = Math.floor(forwardTaps / 2);
    const step = rule === "nlms" ? 0.3 : 0.01;
    const plan = await createGradientEqualizer(test.device, test.batch, test.decisions, {
      rule,
      forwardTaps,
      feedbackTaps,
      delay,
      training,
      afterTraining: hold ? "hold" : "adapt",
      start,
      switching,
    });
    plan.setStep(step);
    poison(test.device, plan.estimates);
    await run(test.device, plan);
    const p = packets - 1;
    const sizes = { ...test.batch, delay, forwardTaps, feedbackTaps, training, hold };
    const modulus = isBlind ? modulusOf(test.points, rule) : 0;
    const expected = followGradient(test.packets[p], test.points, sizes, { rule, step, start, modulus, switching });
    // Float32 through 151 symbols; decisions agree.
    expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-100);
    plan.destroy();
    test.destroy();
  });

  it.each([
    [256, 256, 2],
    [31, 207, 1],
    [33, 31, 2],
  ] as const)(
    "fits into WebGPU's 16 KiB of a workgroup: %i + %i taps, %i samples per symbol",
    async (forwardTaps, feedbackTaps, samplesPerSymbol) => {
      const test = await testBatch({ taps: TEST_TAPS, packets: 2, symbols: 40, forwardTaps: 300, samplesPerSymbol });
      const config = { rule: "lms", forwardTaps, feedbackTaps, delay: 9, training: 40 } as const;
      const plan = await createGradientEqualizer(test.device, test.batch, test.decisions, config);
      plan.setStep(0.003);
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      const expected = followGradient(
        test.packets[1],
        test.points,
        { ...test.batch, ...config },
        { rule: "lms", step: 0.003 },
      );
      expect(errorDb(await estimatesOf(test, plan.estimates, 1), expected)).toBeLessThan(-100);
      plan.destroy();
      test.destroy();
    },
  );

  it("gives the same bits in dispatches of any length", async () => {
    const test = await testBatch({ modulation: "8psk", taps: TEST_TAPS, packets: 3, symbols: 77, snrDb: 25 });
    const config = { rule: "lms", forwardTaps: 7, feedbackTaps: 6, delay: 3, training: 40 } as const;
    const found = [];
    for (const segment of [undefined, 32]) {
      const plan = await createGradientEqualizer(test.device, test.batch, test.decisions, { ...config, segment });
      await run(test.device, plan);
      found.push(await estimatesOf(test, plan.estimates, 2));
      plan.destroy();
    }
    expect(found[1]).toEqual(found[0]);
    test.destroy();
  });

  it("has the moduli of Godard for 16- and 64-QAM", async () => {
    const { modulationPoints } = await import("../modulations.ts");
    expect(modulusOf(modulationPoints("16qam"), "cma")).toBeCloseTo(1.32, 12);
    expect(modulusOf(modulationPoints("64qam"), "cma")).toBeCloseTo(1.381, 3);
    expect(modulusOf(modulationPoints("qpsk"), "mma")).toBeCloseTo(0.5, 12);
    expect(modulusOf(modulationPoints("16qam"), "mma")).toBeCloseTo(0.82, 12);
    expect(modulusOf(modulationPoints("64qam"), "mma")).toBeCloseTo(0.881, 3);
  });

  it("marks a packet whose taps grow without bound, and gives no NaN", async () => {
    const test = await testBatch({ taps: TEST_TAPS, symbols: 600, packets: 2 });
    const config = { rule: "lms", forwardTaps: 11, delay: 5, training: 600 } as const;
    const plan = await createGradientEqualizer(test.device, test.batch, test.decisions, config);
    plan.setStep(1.5);
    await run(test.device, plan);
    const z = await estimatesOf(test, plan.estimates, 1);
    expect(z.every(Number.isFinite)).toBe(true);
    expect(z[2 * 599]).toBeGreaterThan(1e11);
    plan.destroy();
    test.destroy();
  });
});
