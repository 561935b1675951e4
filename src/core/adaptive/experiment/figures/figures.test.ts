import { describe, expect, it } from "vitest";
import { raisedCosinePulse } from "../../channel/pulse.ts";
import { bowlMoments, errorBowl, modulusCost, tapPath } from "./bowl.ts";
import { burstsOf } from "./bursts.ts";
import { EYE_FINENESS, TRACE_POINTS, eyeTraces, interpolator } from "./eye.ts";

describe("adaptive/bowl", () => {
  // The channel 1; 0.6 with energy 1, BPSK, γ 20 dB, N = 2, δ = 0.
  const energy = Math.sqrt(1.36);
  const taps = Float64Array.of(1 / energy, 0, 0.6 / energy, 0);
  const channel = { taps, samplesPerSymbol: 1 as const, noiseVariance: 0.01 };
  const bowl = errorBowl(channel, 0);

  it("has the eigenvalues, the best taps and J of the closed form", () => {
    expect(bowl.eigenvalues[0]).toBeCloseTo(0.569, 3);
    expect(bowl.eigenvalues[1]).toBeCloseTo(1.451, 3);
    expect(bowl.best[0]).toBeCloseTo(1.049, 3);
    expect(bowl.best[1]).toBeCloseTo(-0.458, 3);
    expect(bowl.mse).toBeCloseTo(0.1003, 4);
  });

  it("has CMA's global and local minima", () => {
    expect(bowl.minima).toHaveLength(2);
    const [global, local] = bowl.minima;
    expect(global.at.map(Math.abs)).toEqual([expect.closeTo(0.944, 3), expect.closeTo(0.418, 3)]);
    expect(local.at.map(Math.abs)).toEqual([expect.closeTo(0.101, 3), expect.closeTo(0.698, 3)]);
    expect([global.cost, local.cost]).toEqual([expect.closeTo(0.271, 3), expect.closeTo(0.436, 3)]);
  });

  it("draws lines of equal error", () => {
    const moments = bowlMoments(channel);
    for (const { level, line } of bowl.modulusContours) {
      for (const point of line) expect(modulusCost(moments, point)).toBeCloseTo(level, 9);
    }
    // J(w) = 1 − 2·h₀·w₀ + wᵀRw.
    for (const { level, line } of bowl.contours) {
      for (const [a, b] of line) {
        const error = 1 - 2 * taps[0] * a + 1.01 * (a * a + b * b) + 2 * taps[0] * taps[2] * a * b;
        expect(error).toBeCloseTo(level, 9);
      }
    }
  });

  it("follows the taps symbol by symbol, by hand", () => {
    const packet = { received: [0.5, 1, -1], sent: [1, -1] };
    expect(tapPath(packet, { rule: "lms", step: 0.1, start: [0, 0], symbols: 1 })).toEqual([
      [0, 0],
      [0.1, 0.05],
    ]);
    // z = 2, e = 2·(1 − 4) = −6.
    const [, [a, b]] = tapPath(packet, { rule: "cma", step: 0.1, start: [2, 0], symbols: 1 });
    expect([a, b]).toEqual([expect.closeTo(1.4, 12), expect.closeTo(-0.3, 12)]);
  });
});

describe("adaptive/bursts", () => {
  it("separates wrong symbols by more right ones than the feedback has taps", () => {
    expect(burstsOf([], 2)).toEqual([]);
    expect(burstsOf([3, 4, 7, 11, 20], 2)).toEqual([
      { from: 3, length: 2, wrong: 2 },
      { from: 7, length: 1, wrong: 1 },
      { from: 11, length: 1, wrong: 1 },
      { from: 20, length: 1, wrong: 1 },
    ]);
    expect(burstsOf([3, 4, 7, 11], 4)).toEqual([{ from: 3, length: 9, wrong: 4 }]);
  });
});

describe("adaptive/eye", () => {
  const symbols = 200;
  const sent = Float64Array.from({ length: 2 * symbols }, (_, n) => (n % 2 ? 0 : Math.sign(Math.sin(n * n) + 1e-9)));
  const pointOf = (k: number) => [sent[2 * k], sent[2 * k + 1]] as const;

  it("of Nyquist pulses is open, with the values of the pulses between", () => {
    const read = interpolator({ samples: sent, samplesPerSymbol: 1, rolloff: 0.5 });
    const eye = eyeTraces((k, points) => read(k, points), pointOf, { symbols, first: 0, half: 1 });
    expect(eye.opening).toBeCloseTo(1, 9);
    expect(eye.i.length % TRACE_POINTS).toBe(0);
    const middle = symbols - 18;
    let sum = 0;
    for (let k = 0; k < symbols; k++) sum += sent[2 * k] * raisedCosinePulse(middle + 0.5 - k, 0.5);
    expect(eye.i[1.5 * EYE_FINENESS]).toBeCloseTo(sum, 3);
    expect(eye.q.every((value) => value === 0)).toBe(true);
  });

  it("closes by interference: 1 + 0.6·z⁻¹ leaves 40 %", () => {
    const smeared = sent.map((value, n) => value + 0.6 * (sent[n - 2] ?? 0));
    const read = interpolator({ samples: smeared, samplesPerSymbol: 1, rolloff: 0.25 });
    expect(eyeTraces((k, points) => read(k, points), pointOf, { symbols, first: 0, half: 1 }).opening).toBeCloseTo(
      0.4,
      9,
    );
  });

  it("reads a band-limited signal at two samples per symbol between its samples", () => {
    const wave = (t: number) => [Math.cos(1.9 * t), Math.sin(1.9 * t)];
    const samples = Float64Array.from({ length: 800 }, (_, n) => wave((n >> 1) / 2)[n % 2]);
    const read = interpolator({ samples, samplesPerSymbol: 2, rolloff: 0.375 });
    const [re, im] = read(201, 5);
    const [a, b] = wave(100.5 + 5 / EYE_FINENESS);
    // The pulse is cut off 16 samples away.
    expect([re, im]).toEqual([expect.closeTo(a, 2), expect.closeTo(b, 2)]);
  });

  it("has no traces where a packet is too short", () => {
    const eye = eyeTraces(() => [0, 0], pointOf, { symbols: 10, first: 0, half: 1 });
    expect([eye.i.length, eye.opening]).toEqual([0, Number.NaN]);
  });
});
