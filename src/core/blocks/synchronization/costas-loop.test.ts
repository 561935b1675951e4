import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { halfWindow } from "./costas-loop.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { softWeights, STEPS } from "./soft-detector.ts";
import { evmDb, sizes, symbolsOf } from "./testing.ts";

/** Multiplies samples by e^{j(ωn + φ)}. */
const turned = (x: ArrayLike<number>, omega: number, phi: number) =>
  Float32Array.from(x, (_, i) => {
    const phase = omega * (i >> 1) + phi;
    const [a, b] = [x[i - (i % 2)], x[i - (i % 2) + 1]];
    return i % 2 ? a * Math.sin(phase) + b * Math.cos(phase) : a * Math.cos(phase) - b * Math.sin(phase);
  });

describe("blocks/synchronization/costas-loop", () => {
  it.each([
    ["BPSK", "2", 0.015, 1.1],
    ["QPSK", "4", 0.008, 0.6],
    ["16-QAM", "4", -0.001, -0.3],
    ["8-PSK", "8", 0.002, 0.1],
  ] as const)("removes phase and frequency offset of %s", async (name, order, omega, phi) => {
    const noise = testNormals(4, 3000);
    const sent = symbolsOf(name, 1500);
    const x = turned(sent, omega, phi).map((value, i) => value + 0.01 * noise[i]) as Float32Array<ArrayBuffer>;
    const parameters = { order, bandwidth: name === "16-QAM" ? 0.005 : 0.03 };
    const delay = name === "16-QAM" ? 100 : 17;
    const { out, phase, frequency } = await blockOutputs("costas-loop", parameters, {
      inputs: { in: x },
      page: sizes(2, 1500, 700),
    });
    expect(evmDb(out.subarray(2 * delay), name, 120)).toBeLessThan(-25);
    const expected = inFloat64("costas-loop", parameters, { in: x });
    expect(errorDb(out, expected.out)).toBeLessThan(-95);
    expect(errorDb(frequency, expected.frequency)).toBeLessThan(-85);
    const mean = Array.from(frequency.slice(400, 1400)).reduce((sum, value) => sum + value / 1000, 0);
    // The fourth power of 16-QAM varies from point to point.
    expect(Math.abs(mean - omega)).toBeLessThan(name === "16-QAM" ? 2e-4 : 2e-5);
    // θ follows the carrier without slips, up to the constellation's symmetry.
    const ambiguity = (2 * Math.PI) / Number(order);
    const errors = Array.from({ length: 1000 }, (_, i) => phase[400 + i] - omega * (400 + i - delay) - phi);
    const slips = errors.map((error) => Math.round((error - errors[0]) / ambiguity) % Number(order));
    expect(new Set(slips)).toEqual(new Set([slips[0]]));
  });

  // The numbers of the help: noise-free 16-QAM slips with the default bandwidth, and does not with a small one.
  it.each([
    [0.0628, true],
    [0.01, false],
    [0.005, false],
  ])("16-QAM without noise and bandwidth %f: slips %s", (bandwidth, slips) => {
    const symbols = 20_000;
    const { phase } = inFloat64("costas-loop", { order: "4", bandwidth }, { in: symbolsOf("16-QAM", symbols) });
    // The true phase is 0: a slip moves the estimate by a quarter turn.
    const settled = phase.subarray(400);
    expect(settled.some((value) => Math.abs(value - settled[0]) > Math.PI / 4)).toBe(slips);
  });

  // The offset that the preset “Clock and carrier recovery” names: 8 samples per symbol, squared symbols, 2W + 1 of them.
  it("cannot see BPSK that turns by half a turn within its window", () => {
    const window = 2 * halfWindow({ bandwidth: 0.0628 }) + 1;
    expect(1 / (window * 2 * 8)).toBeCloseTo(0.0037, 4);
    const sum = (omega: number) => {
      const x = turned(symbolsOf("BPSK", window), omega, 0);
      const [re, im] = [0, 1].map((part) =>
        Array.from({ length: window }, (_, n) => [x[2 * n], x[2 * n + 1]]).reduce(
          (total, [a, b]) => total + (part ? 2 * a * b : a * a - b * b),
          0,
        ),
      );
      return Math.hypot(re, im) / window;
    };
    expect(sum(0)).toBeCloseTo(1, 3);
    expect(sum(Math.PI / window)).toBeLessThan(1e-3);
  });

  // The harmonics by hand: of weak samples tanh(u) = u − u³/3, and of hard decisions 8/3π (M = 2), 32/15π (M = 4).
  it.each([
    ["2", (r: number) => (r ** 3 / 2) * ((3 * Math.PI) / 8)],
    ["4", (r: number) => (r ** 9 / 12) * ((15 * Math.PI) / 32)],
  ] as const)("counts weak samples of order %s as the series of its soft detector says", (order, expected) => {
    const weights = softWeights(order);
    for (const step of [4, 8, 13]) {
      const r = step / STEPS;
      expect(Math.abs(weights[step] / expected(r) - 1)).toBeLessThan(0.02);
    }
    expect(weights.at(-1)).toBeCloseTo(1, 2);
  });

  it("follows strong samples with the weight of their reliability", async () => {
    // Every other sample is weak, and off by 0.5 rad.
    const [strong, weak, off] = [1.5, 0.5, 0.5];
    const x = Float32Array.from({ length: 600 }, (_, i) => {
      const [r, phase] = i % 4 < 2 ? [strong, 0] : [weak, off];
      return r * (i % 2 ? Math.sin(phase) : Math.cos(phase));
    });
    const phaseOf = async (weight: string) => {
      const parameters = { order: "2", bandwidth: 0.01, weight };
      const { phase } = await blockOutputs("costas-loop", parameters, { inputs: { in: x }, page: 300, after: 0 });
      expect(errorDb(phase, inFloat64("costas-loop", parameters, { in: x }).phase)).toBeLessThan(-90);
      return phase[200];
    };
    // The weights at 1.5 and 0.5, by numerical integration with NumPy.
    const mean = (a: number, b: number) =>
      Math.atan2(b * weak * Math.sin(2 * off), a * strong + b * weak * Math.cos(2 * off)) / 2;
    const share = (101 / 201 + 100 / 201) / 2;
    expect(await phaseOf("amplitude")).toBeCloseTo(mean(share, share), 2);
    expect(await phaseOf("reliability")).toBeCloseTo(mean(0.9, 0.07344), 2);
  });

  it("finds the same phases and frequencies in samples of any size, bit by bit", async () => {
    const x = turned(symbolsOf("QPSK", 300), 0.01, 1) as Float32Array<ArrayBuffer>;
    const of = async (scale: number) => {
      const inputs = { in: x.map((value) => scale * value) };
      const { phase, frequency } = await blockOutputs("costas-loop", { order: "4" }, { inputs, page: 100 });
      return [phase, frequency];
    };
    const plain = await of(1);
    for (const exponent of [-100, -64, 64, 120]) expect(await of(2 ** exponent)).toEqual(plain);
  });

  it("gives the same samples, bit by bit, for pages of any size", async () => {
    const x = turned(symbolsOf("QPSK", 1000), 0.005, 2);
    const whole = await blockOutputs("costas-loop", {}, { inputs: { in: x }, page: 1000, after: 0 });
    const parts = await blockOutputs("costas-loop", {}, { inputs: { in: x }, page: 77, after: 0 });
    expect(parts).toEqual(whole);
  });
});
