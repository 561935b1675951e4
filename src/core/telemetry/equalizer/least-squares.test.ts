import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { createLeastSquares } from "./least-squares.ts";
import { leastSquaresTaps } from "./normal.float64.ts";
import { relativeResidual } from "./residual.reference.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";
import { blockOfImpulses, tapsOf } from "./testing.ts";

const SLOTS = 32;

/** Solves for up to 32 responses ĥ in float32; the slots that are left over have no packet. */
async function solve(impulses: readonly Float64Array[], ridges?: readonly number[]): Promise<Float32Array[]> {
  const device = await testDevice();
  const noise = upload(
    device,
    Float32Array.from({ length: SLOTS }, (_, slot) => ridges?.[slot] ?? 0),
  );
  const plan = await createLeastSquares(device, {
    label: "equalizer/least-squares",
    slots: SLOTS,
    impulse: upload(device, blockOfImpulses(impulses)),
    ridge: ridges && { noise, factor: 1 },
  });
  poison(device, plan.taps);
  await run(device, plan);
  const taps = await readFloats(device, plan.taps, SLOTS * 2 * EQUALIZER_TAPS);
  plan.destroy();
  return Array.from({ length: SLOTS }, (_, slot) => tapsOf(taps, slot));
}

/** ĥ from triples n, Re ĥ(n), Im ĥ(n), rounded to float32. */
function response(...taps: [n: number, re: number, im: number][]): Float64Array {
  const h = new Float64Array(2 * CHANNEL_TAPS);
  for (const [n, re, im] of taps) h.set([Math.fround(re), Math.fround(im)], 2 * (n + CHANNEL_PRECURSORS));
  return h;
}

describe("equalizer/least-squares", () => {
  it("solves random systems like elimination in float64", async () => {
    const impulses = Array.from({ length: SLOTS }, (_, slot) => {
      // One strong tap, anywhere, keeps the condition number near 10.
      const h = testNormals(100 + slot, 2 * CHANNEL_TAPS).map((value) => 0.05 * value);
      h[2 * (slot % CHANNEL_TAPS)] += 1;
      return h.map(Math.fround);
    });
    const ridges = impulses.map((_, slot) => Math.fround(slot % 2 ? 0 : 0.01 * slot));
    for (const [slot, c] of (await solve(impulses, ridges)).entries()) {
      expect(errorDb(c, leastSquaresTaps(impulses[slot], ridges[slot]))).toBeLessThan(-110);
      expect(relativeResidual(impulses[slot], ridges[slot], c)).toBeLessThan(3e-6);
    }
  });

  it("inverts a single tap anywhere, with and without a ridge", async () => {
    const cases = [-12, -1, 0, 25].map((n) => ({ n, re: 0.3 * n + 1, im: -0.7 }));
    const impulses = cases.map(({ n, re, im }) => response([n, re, im]));
    for (const ridge of [0, 0.25]) {
      const ridges = cases.map(() => ridge);
      const solved = await solve(impulses, ridges);
      for (const [slot, { n, re, im }] of cases.entries()) {
        const expected = new Float64Array(2 * EQUALIZER_TAPS);
        const energy = re * re + im * im + ridge;
        expected.set([re / energy, -im / energy], 2 * (PRECURSORS - n));
        expect(errorDb(solved[slot], expected)).toBeLessThan(-120);
      }
    }
  });

  it("inverts 1 + a·z⁻¹ by the geometric series", async () => {
    const a = 0.8;
    const [c] = await solve([response([0, 1, 0], [1, a, 0])]);
    const expected = Float64Array.from({ length: 2 * EQUALIZER_TAPS }, (_, i) => {
      const k = i / 2 - PRECURSORS;
      return Number.isInteger(k) && k >= 0 ? (-a) ** k : 0;
    });
    expect(errorDb(c, expected)).toBeLessThan(-100);
  });

  it("returns zeros without a packet, for ĥ that is not a number, and for R singular in float32", async () => {
    // Powers of 1 + z⁻¹: zeros of high order on the unit circle.
    const power = (order: number) => {
      let binomial = [1];
      for (let i = 0; i < order; i++) binomial = [...binomial, 0].map((b, n) => (b + (binomial[n - 1] ?? 0)) / 2);
      return response(...binomial.map((b, n) => [n, b, 0] satisfies [number, number, number]));
    };
    const powers = [4, 8, 12, 20, 25].map(power);
    const [regular, broken, ...others] = await solve([response([0, 2, 0]), response([0, Number.NaN, 0]), ...powers]);
    const zero = (taps: Float32Array) => taps.every((value) => value === 0);
    expect(regular[2 * PRECURSORS]).toBeCloseTo(0.5, 6);
    expect(zero(broken)).toBe(true);
    const singular = others.splice(0, powers.length);
    expect(singular.every((taps) => taps.every(Number.isFinite))).toBe(true);
    expect(singular.some(zero)).toBe(true);
    expect(others.every(zero)).toBe(true);
  });

  it.each([
    [{ slots: 0 }, "equalizer/least-squares: slots must be a positive multiple of 8, got 0"],
    [{ slots: 33 }, "equalizer/least-squares: slots must be a positive multiple of 8, got 33"],
    [{ factor: -1 }, "equalizer/least-squares: ridge factor must be a number ≥ 0, got -1"],
    [{ factor: Number.NaN }, "equalizer/least-squares: ridge factor must be a number ≥ 0, got NaN"],
    [{ label: "equalizer/zf", slots: 1.5 }, "equalizer/zf: slots must be a positive multiple of 8, got 1.5"],
  ])("refuses %o", async (change: { label?: string; slots?: number; factor?: number }, message) => {
    const { factor = 0, ...rest } = change;
    const device = await testDevice();
    const buffer = upload(device, blockOfImpulses([]));
    const config = {
      label: "equalizer/least-squares",
      slots: SLOTS,
      impulse: buffer,
      ridge: { noise: buffer, factor },
      ...rest,
    };
    await expect(createLeastSquares(device, config)).rejects.toThrow(message);
  });
});
