import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { FIRST_ORDER_LOOP, loopGains, NO_LOOP } from "../detection/loop.ts";
import { PHASE_PAIRS } from "../detection/phase-trace.ts";
import { knownBits } from "../soqpsk/known-bits.ts";
import { leastMeanSquares } from "./lms.reference.ts";
import { createLms } from "./lms.ts";
import { ADAPTIVE_REACH, ADAPTIVE_SAMPLES, ADAPTIVE_TAPS } from "./taps.ts";
import { decide, filteredPacket } from "./testing.ts";

const SLOTS = 40;

describe("equalizer/lms", () => {
  it.each([
    { step: 0.002, loop: loopGains(), omega: 5e-4, deviation: 0.15 },
    { step: 0.01, loop: FIRST_ORDER_LOOP, omega: 1e-5, deviation: 0.25 },
    { step: 0, loop: NO_LOOP, omega: 0, deviation: 0.1 },
  ])("decides as the reference: μ = $step, ω = $omega, noise $deviation", async ({ step, loop, omega, deviation }) => {
    const device = await testDevice();
    const inputs = new Map([0, 3, 37].map((slot) => [slot, filteredPacket(slot, omega, deviation).x]));
    const filtered = new Float32Array(SLOTS * 2 * ADAPTIVE_SAMPLES);
    for (const [slot, x] of inputs) filtered.set(x, slot * x.length);
    const plan = await createLms(device, { slots: SLOTS, filtered: upload(device, filtered), step: 1 });
    plan.setStep(step);
    plan.setLoop(loop);
    poison(device, plan.adapted);
    const results = await decide(device, plan, SLOTS);
    const adapted = await readFloats(device, plan.adapted, 2 * ADAPTIVE_TAPS * SLOTS);
    for (const [slot, { bits, phase, symbols }] of results.entries()) {
      const x = inputs.get(slot);
      if (!x) {
        expect(bits.every((bit) => bit === 0)).toBe(true);
        continue;
      }
      const expected = leastMeanSquares(x, { step, loop });
      expect(bits, `slot ${slot}`).toEqual(expected.bits);
      const theta = expected.theta.filter((_, pair) => pair % PHASE_PAIRS === 0);
      expect(Math.max(...theta.map((value, i) => Math.abs(value - phase[i])))).toBeLessThan(1e-3);
      if (slot < 32) expect(errorDb(symbols, expected.symbols)).toBeLessThan(-75);
      const taps = Array.from(expected.taps, (_, i) => {
        return adapted[2 * ((i % ADAPTIVE_TAPS) * SLOTS + slot) + Math.floor(i / ADAPTIVE_TAPS)];
      });
      expect(errorDb(taps, expected.taps)).toBeLessThan(-75);
    }
    plan.destroy();
  });

  it("ends above the least error by the textbook's misadjustment, μ·tr(R)/(2 − μ·tr(R))", () => {
    // Bits of both axes without crosstalk: the regressor is white, and the best error is not correlated in time.
    const [step, variance] = [0.02, 0.05];
    const active = 2 * Math.floor(ADAPTIVE_REACH / 2) + 1;
    const trace = active + 2 * ADAPTIVE_TAPS * variance;
    const least = variance / (1 + variance);
    const tail: number[] = [];
    for (let seed = 1; seed <= 6; seed++) {
      const random = testRandom(seed);
      const x = testNormals(seed, 2 * ADAPTIVE_SAMPLES).map((value) => Math.sqrt(variance) * value);
      const bits = Array.from({ length: 6336 }, (_, k) => (knownBits[k] ?? Number(random() < 0.5)) * 2 - 1);
      for (const [k, bit] of bits.entries()) x[2 * (2 * k + ADAPTIVE_REACH) + (k % 2)] += bit;
      const { symbols } = leastMeanSquares(x, { step, loop: NO_LOOP });
      for (let k = 1500; k < bits.length; k++) tail.push((bits[k] - symbols[2 * k + (k % 2)]) ** 2);
    }
    const error = tail.reduce((sum, value) => sum + value, 0) / tail.length;
    const excess = (step * trace) / (2 - step * trace);
    // The mean of 29,000 squares varies by 0.8 % of the error, some 3 % of the excess. The formula itself is of first order in μ.
    expect((error / least - 1) / excess).toBeGreaterThan(0.85);
    expect((error / least - 1) / excess).toBeLessThan(1.15);
  });

  it("shows a diverging packet as a result without a NaN, and leaves the others alone", async () => {
    const device = await testDevice();
    const good = filteredPacket(2, 0, 0.1).x;
    const filtered = new Float32Array(16 * ADAPTIVE_SAMPLES);
    filtered.set(good.map((value) => 40 * value));
    filtered.set(good, good.length);
    const plan = await createLms(device, { slots: 8, filtered: upload(device, filtered), step: 0.01 });
    const [wild, calm] = await decide(device, plan, 8);
    expect([...wild.symbols, ...wild.phase].every(Number.isFinite)).toBe(true);
    expect(Math.max(...wild.symbols)).toBeCloseTo(1000, 3);
    expect(calm.bits).toEqual(leastMeanSquares(good, { step: 0.01, loop: loopGains() }).bits);
    plan.destroy();
  });

  it("refuses what it cannot run, with the reason", async () => {
    const device = await testDevice();
    const filtered = upload(device, new Float32Array(4));
    const config = { slots: 8, filtered, step: 0.01 };
    for (const [change, message] of [
      [{ slots: 12 }, "slots must be a positive multiple of 8, got 12"],
      [{ step: -1 }, "step must be a number ≥ 0, got -1"],
      [{ step: Number.NaN }, "step must be a number ≥ 0, got NaN"],
      [{ loop: { k1: -1, k2: 0 } }, "k1 must be a number ≥ 0, got -1"],
    ] as const) {
      await expect(createLms(device, { ...config, ...change })).rejects.toThrow(`equalizer/lms: ${message}`);
    }
  });
});
