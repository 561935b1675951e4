import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, testDevice, upload } from "../../gpu/testing.ts";
import { choleskyFactor, solveFactored } from "../../adaptive/theory/hermitian.ts";
import { loopGains, NO_LOOP } from "../detection/loop.ts";
import { KNOWN_BITS } from "../packet.ts";
import { recursiveLeastSquares } from "./rls.reference.ts";
import { createRls, RLS_START } from "./rls.ts";
import { ADAPTIVE_REACH, ADAPTIVE_SAMPLES, ADAPTIVE_TAPS } from "./taps.ts";
import { decide, filteredPacket } from "./testing.ts";

const SIZE = 2 * ADAPTIVE_TAPS;
const SLOTS = 8;

/** The packets of 8 slots, of which some hold samples. */
async function inputs(samples: ReadonlyMap<number, Float64Array>) {
  const device = await testDevice();
  const filtered = new Float32Array(SLOTS * 2 * ADAPTIVE_SAMPLES);
  const packets = new Uint32Array(4 * SLOTS);
  for (const [slot, x] of samples) {
    filtered.set(x, slot * x.length);
    packets[4 * slot + 1] = 1;
  }
  return { device, slots: SLOTS, filtered: upload(device, filtered), packets: upload(device, packets) };
}

describe("equalizer/rls", () => {
  it.each([
    { seeds: [0, 1], forgetting: 0.999, loop: loopGains(), omega: 5e-4, deviation: 0.15 },
    { seeds: [1], forgetting: 1, loop: NO_LOOP, omega: 0, deviation: 0.25 },
  ])("decides as the reference: λ = $forgetting, noise $deviation", async (case_) => {
    const { seeds, forgetting, loop, omega, deviation } = case_;
    const samples = new Map(seeds.map((seed) => [7 * seed, filteredPacket(seed, omega, deviation).x]));
    const { device, ...config } = await inputs(samples);
    const plan = await createRls(device, { ...config, forgetting: 0.5 });
    plan.setForgetting(forgetting);
    plan.setLoop(loop);
    poison(device, plan.adapted);
    const results = await decide(device, plan, SLOTS);
    const adapted = await readFloats(device, plan.adapted, SIZE * SLOTS);
    for (const [slot, x] of samples) {
      const expected = recursiveLeastSquares(x, { forgetting, start: RLS_START, loop });
      expect(results[slot].bits, `slot ${slot}`).toEqual(expected.bits);
      // P loses digits where it shrinks from p0, so the outputs do.
      expect(errorDb(results[slot].symbols, expected.symbols)).toBeLessThan(-60);
      const taps = Array.from(expected.taps, (_, i) => {
        return adapted[2 * ((i % ADAPTIVE_TAPS) * SLOTS + slot) + Math.floor(i / ADAPTIVE_TAPS)];
      });
      expect(errorDb(taps, expected.taps)).toBeLessThan(-60);
    }
    for (const { bits, phase, symbols } of results.slice(1, 7)) {
      expect([...bits, ...phase, ...symbols].every((value) => value === 0)).toBe(true);
    }
    plan.destroy();
  });

  it("has learned what a least-squares fit of all known bits gives, with weights λ^n and the start's", () => {
    const forgetting = 0.99;
    const { x, bits } = filteredPacket(3, 0, 0.2);
    const part = x.slice(0, 2 * (2 * KNOWN_BITS + 2 * ADAPTIVE_REACH));
    const { taps } = recursiveLeastSquares(part, { forgetting, start: RLS_START, loop: NO_LOOP });
    // (Σ λ^(n−k)·u·uᵀ + λ^n/p0·I)·(w − w0) = Σ λ^(n−k)·u·(a − uᵀw0), w0 the single 1.
    const matrix = new Float64Array(2 * SIZE * SIZE);
    const right = new Float64Array(2 * SIZE);
    for (let i = 0; i < SIZE; i++) matrix[2 * (i * SIZE + i)] = forgetting ** KNOWN_BITS / RLS_START;
    for (let k = 0; k < KNOWN_BITS; k++) {
      const weight = forgetting ** (KNOWN_BITS - 1 - k);
      const u = Array.from({ length: SIZE }, (_, i) => {
        const n = 2 * (2 * k + ADAPTIVE_TAPS - 1 - (i % ADAPTIVE_TAPS));
        // Times −j for odd bits; then Re or −Im.
        const [re, im] = k % 2 ? [x[n + 1], -x[n]] : [x[n], x[n + 1]];
        return i < ADAPTIVE_TAPS ? re : -im;
      });
      const miss = 2 * bits[k] - 1 - u[ADAPTIVE_REACH];
      for (let i = 0; i < SIZE; i++) {
        right[2 * i] += weight * u[i] * miss;
        for (let j = 0; j < SIZE; j++) matrix[2 * (i * SIZE + j)] += weight * u[i] * u[j];
      }
    }
    const expected = solveFactored(choleskyFactor(matrix, SIZE)!, right).filter((_, i) => i % 2 === 0);
    expected[ADAPTIVE_REACH] += 1;
    expect(errorDb(taps, expected)).toBeLessThan(-180);
  });

  it("shows a diverging packet as a result without a NaN", async () => {
    const { x, bits } = filteredPacket(2, 0, 0.02);
    const { device, ...config } = await inputs(new Map([[0, x]]));
    // P grows by 1/λ per bit where the filtered signal has no power.
    const plan = await createRls(device, { ...config, forgetting: 0.9 });
    const [wild] = await decide(device, plan, SLOTS);
    expect([...wild.symbols, ...wild.phase].every(Number.isFinite)).toBe(true);
    expect(wild.bits.slice(3000).filter((bit, k) => bit !== bits[3000 + k]).length).toBeGreaterThan(1000);
    plan.destroy();
  });

  it("refuses what it cannot run, with the reason", async () => {
    const { device, ...packets } = await inputs(new Map());
    const config = { ...packets, forgetting: 0.99 };
    for (const [change, message] of [
      [{ slots: 4 }, "slots must be a positive multiple of 8, got 4"],
      [{ forgetting: 0 }, "forgetting must be above 0 and at most 1, got 0"],
      [{ forgetting: 1.01 }, "forgetting must be above 0 and at most 1, got 1.01"],
      [{ loop: { k1: 0, k2: Number.NaN } }, "k2 must be a number ≥ 0, got NaN"],
    ] as const) {
      await expect(createRls(device, { ...config, ...change })).rejects.toThrow(`equalizer/rls: ${message}`);
    }
  });
});
