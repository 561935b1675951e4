import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import type { ConstellationName } from "../bits-and-codes/constellations.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";

type Pair = [number, number];

const times = ([a, b]: Pair, [c, d]: Pair): Pair => [a * c - b * d, a * d + b * c];

/** Taps at one sample per symbol: a phase, and echoes before and after the strongest one. */
const CHANNEL: Pair[] = [
  [0.2, 0.1],
  [0.8, 0.5],
  [-0.3, 0.2],
  [0.1, 0],
];

/** Returns random symbols and what a channel makes of them, with noise 30 dB below. */
function sent(name: ConstellationName, count: number, samplesPerSymbol = 1) {
  const points = pointsOf(name);
  const random = testNormals(31, 3 * count * samplesPerSymbol);
  const symbols = Array.from({ length: count }, (_, k): Pair => {
    const label = Math.floor(Math.abs(random[k]) * 1e4) % (points.length / 2);
    return [points[2 * label], points[2 * label + 1]];
  });
  const x = new Float32Array(2 * count * samplesPerSymbol);
  for (let n = 0; n < count * samplesPerSymbol; n++) {
    let [re, im] = [0.02 * random[count + 2 * n], 0.02 * random[count + 2 * n + 1]];
    for (const [l, tap] of CHANNEL.entries()) {
      const symbol = Math.floor((n - l) / samplesPerSymbol);
      if (symbol < 0) continue;
      const [a, b] = times(tap, symbols[symbol]);
      re += a;
      im += b;
    }
    x.set([re, im], 2 * n);
  }
  return { symbols, x };
}

/** Mean |z − d|² of the last symbols, where symbol k − delay comes out at k. */
function tailError(out: ArrayLike<number>, symbols: readonly Pair[], delay: number): number {
  const count = 150;
  let sum = 0;
  for (let k = symbols.length - count; k < symbols.length; k++) {
    const [a, b] = symbols[k - delay];
    sum += (out[2 * k] - a) ** 2 + (out[2 * k + 1] - b) ** 2;
  }
  return sum / count;
}

describe("blocks/filters/adaptive-equalizer", () => {
  it.each([
    ["adaptive-equalizer", "QPSK", { step: 0.03 }],
    ["adaptive-equalizer", "16-QAM", { rule: "NLMS", step: 0.5, afterTraining: "hold" }],
    ["adaptive-equalizer", "8-PSK", { rule: "RLS", samplesPerSymbol: 2, newest: "last" }],
    ["adaptive-equalizer", "QPSK", { step: 0.02, samplesPerSymbol: 4, startTap: -1, forwardTaps: 20 }],
    ["decision-feedback-equalizer", "QPSK", { rule: "RLS", forwardTaps: 6, feedbackTaps: 3 }],
    ["decision-feedback-equalizer", "BPSK", { rule: "LMS", step: 0.03, samplesPerSymbol: 2 }],
  ] as const)(
    "%s of %s with %j learns a channel, and equals float64 for pages of any size",
    async (name, constellation, rule) => {
      const delay = 4;
      const { symbols, x } = sent(constellation, 700, "samplesPerSymbol" in rule ? rule.samplesPerSymbol : 1);
      const training = symbols.slice(0, 400);
      const parameters = { constellation, training, trainingStart: delay, ...rule };
      const { out: expected } = inFloat64(name, parameters, { in: x });
      expect(tailError(expected, symbols, delay)).toBeLessThan(0.02);
      for (const page of [1000, 173, [1, 0, 350, 349]]) {
        const { out } = await blockOutputs(name, parameters, { inputs: { in: x }, page });
        expect(errorDb(out.subarray(0, expected.length), expected)).toBeLessThan(-90);
      }
    },
  );

  it.each([
    ["CMA", "QPSK", { step: 0.01 }],
    ["CMA", "QPSK", { step: 0.01, modulus: 1, errorLimit: 0.1 }],
    ["MMA", "16-QAM", { step: 0.003 }],
  ] as const)("%s finds the modulus of %s blindly, and equals float64", async (rule, constellation, given) => {
    const { x } = sent(constellation, 1500);
    const parameters = { rule, constellation, startTap: 5, ...given };
    const { out: expected } = inFloat64("adaptive-equalizer", parameters, { in: x });
    const { out } = await blockOutputs("adaptive-equalizer", parameters, { inputs: { in: x }, page: 400 });
    expect(errorDb(out.subarray(0, expected.length), expected)).toBeLessThan(-90);
    if (rule === "MMA") return;
    let sum = 0;
    for (let k = 1300; k < 1500; k++) sum += (out[2 * k] ** 2 + out[2 * k + 1] ** 2 - 1) ** 2;
    expect(sum / 200).toBeLessThan(0.05);
  });

  it("starts its taps again where it diverges", async () => {
    const { x } = sent("QPSK", 400);
    const parameters = { step: 3 };
    const { out } = await blockOutputs("adaptive-equalizer", parameters, { inputs: { in: x }, page: 100 });
    expect(out.every(Number.isFinite)).toBe(true);
    const sizes = Array.from({ length: 400 }, (_, k) => Math.hypot(out[2 * k], out[2 * k + 1]));
    const large = sizes.findIndex((size) => size >= 1000);
    expect(large).toBeGreaterThan(0);
    // The newest sample alone: its amplitude is at most the sum of the taps' amplitudes, 1.7, and noise.
    expect(sizes[large + 1]).toBeLessThan(2);
  });

  it.each([
    [{ rule: "RLS", forwardTaps: 45 }, "RLS has at most 44 taps in all, got 45"],
    [{ startTap: 11 }, "The start tap must be one of the 11 forward taps, 0 to 10, or −1 for none, got 11"],
    [{ rule: "CMA", startTap: -1 }, "CMA needs a start tap of 0 or more"],
    [{ afterTraining: "hold" }, "Without a training, “hold” would keep the taps"],
  ])("refuses %j", (parameters, message) => {
    expect(() => inFloat64("adaptive-equalizer", parameters, { in: [] })).toThrow(message);
  });
});
