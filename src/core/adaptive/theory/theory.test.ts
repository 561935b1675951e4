import { describe, expect, it } from "vitest";
import { type NamedResponse, haykinResponse, namedResponse, normalized } from "../channel/responses.ts";
import { foldedPower, pulseTaps } from "../channel/pulse.ts";
import { inputEigenvalues, lmsMisadjustment, momentsOf, stableSteps } from "./adaptation.ts";
import { minimumDistance, sequenceErrorBound } from "./error-events.ts";
import { snrOfError, solveBestDelay, solveEqualizer } from "./finite.ts";
import { infiniteSnr, powerOf } from "./infinite.ts";

const BPSK = Float64Array.of(1, 0, -1, 0);
const known = (taps: Float64Array, snrDb: number) => ({
  taps,
  samplesPerSymbol: 1 as const,
  noiseVariance: 10 ** (-snrDb / 10),
});

describe("adaptive/infinite", () => {
  // Proakis & Salehi, Digital Communications, 5th edition, channels of figure 9.4-5; SNRs by two methods, to 0.01 dB.
  it.each<[NamedResponse, number, [number, number][]]>([
    [
      "proakis-a",
      2.83,
      [
        [8.24, 9.37],
        [12.67, 14.26],
        [17.36, 19.21],
        [22.23, 24.19],
      ],
    ],
    [
      "proakis-b",
      40.91,
      [
        [2.96, 6.99],
        [4.9, 11.02],
        [6.61, 15.17],
        [8.17, 19.48],
      ],
    ],
    [
      "proakis-c",
      43.11,
      [
        [-0.05, 4.78],
        [1.83, 8.16],
        [3.76, 11.77],
        [5.6, 15.67],
      ],
    ],
  ])("has the SNRs of %s", (name, zfLoss, rows) => {
    const power = powerOf(normalized(namedResponse(name)));
    for (const [i, [mmse, dfe]] of rows.entries()) {
      const snr = infiniteSnr(power, 10 ** ((10 + 5 * i) / 10));
      expect(Math.abs(snr.mmse - mmse)).toBeLessThan(0.006);
      expect(Math.abs(snr.dfe - dfe)).toBeLessThan(0.011);
      expect(Math.abs(10 + 5 * i - (snr.zf ?? 0) - zfLoss)).toBeLessThan(0.006);
    }
  });

  it("has no zero forcing where the channel has a zero on the circle", () => {
    expect(infiniteSnr(powerOf(Float64Array.of(Math.SQRT1_2, 0, Math.SQRT1_2, 0)), 100).zf).toBeNull();
  });

  it("bounds equalizers with some taps, which come close to it", () => {
    const taps = normalized(namedResponse("proakis-c"));
    const { mmse, dfe } = infiniteSnr(powerOf(taps), 100);
    const linear = snrOfError(solveBestDelay(known(taps, 20), { forwardTaps: 31 }).mse);
    const feedback = snrOfError(solveBestDelay(known(taps, 20), { forwardTaps: 24, feedbackTaps: 4 }).mse);
    expect([mmse - linear, dfe - feedback].every((loss) => loss > 0 && loss < 0.01)).toBe(true);
  });
});

describe("adaptive/finite", () => {
  // The search shares a factor of a band matrix between delays; each delay's own solution must not be better.
  it.each([
    [1, 0],
    [1, 3],
    [2, 0],
    [2, 3],
  ] as const)("finds the best delay: %d samples per symbol, %d feedback taps", (samplesPerSymbol, feedbackTaps) => {
    for (const taps of [Float64Array.of(0.3, 0.1, 0, 0, 0, -0.8, 0.5, 0.2, 0, 0), Float64Array.of(0, 0, 1, 0)]) {
      const channel = { taps, samplesPerSymbol, noiseVariance: 0.03 };
      for (const forwardTaps of [1, 4, 9]) {
        const best = solveBestDelay(channel, { forwardTaps, feedbackTaps });
        const errors = Array.from(
          { length: forwardTaps + taps.length / 2 - 1 },
          (_, delay) => solveEqualizer(channel, { forwardTaps, feedbackTaps, delay }).mse,
        );
        expect(Math.abs(best.mse - Math.min(...errors))).toBeLessThan(1e-12);
        expect(errors.findIndex((mse) => mse < best.mse + 1e-12)).toBe(best.delay);
      }
    }
  });
});

describe("adaptive/pulse", () => {
  const rays = [
    { gain: [1, 0], delay: 0 },
    { gain: [0.8 * Math.cos(2.5), 0.8 * Math.sin(2.5)], delay: 1.3 },
    { gain: [0, 0.3], delay: 2.6 },
  ] as const;

  it("loses no SNR by the sampling phase with two samples per symbol", () => {
    const snr = (samplesPerSymbol: 1 | 2, samplingPhase: number) => {
      const { taps } = pulseTaps({ rays, rolloff: 0.25, samplesPerSymbol, samplingPhase });
      const channel = { taps, samplesPerSymbol, noiseVariance: 0.01 };
      return snrOfError(solveBestDelay(channel, { forwardTaps: 16 * samplesPerSymbol }).mse);
    };
    for (const [i, expected] of [12.45, 12.51, 12.22, 10.97].entries()) {
      expect(Math.abs(snr(1, i / 4) - expected)).toBeLessThan(0.006);
    }
    for (const phase of [0, 0.75]) expect(Math.abs(snr(2, phase) - 12.675)).toBeLessThan(0.02);
    expect(infiniteSnr(foldedPower(rays, 0.25), 100).mmse).toBeCloseTo(14.12, 2);
  });
});

describe("adaptive/adaptation", () => {
  // Haykin, Adaptive Filter Theory, section 6.8: eigenvalue spreads of 11 taps at a noise variance of 0.001.
  it.each([
    [2.9, 6.078],
    [3.1, 11.124],
    [3.3, 21.713],
    [3.5, 46.822],
  ])("has Haykin's spread for W = %d", (width, spread) => {
    const channel = known(haykinResponse(width), 30);
    const values = inputEigenvalues(channel, solveEqualizer(channel, { forwardTaps: 11, delay: 6 }));
    expect(values).toHaveLength(11);
    expect(values[10] / values[0]).toBeCloseTo(spread, 3);
  });

  it("predicts LMS with the memory of its error, and its stability", () => {
    const channel = known(haykinResponse(2.9), 30);
    const equalizer = solveEqualizer(channel, { forwardTaps: 11, delay: 6 });
    expect(equalizer.mse).toBeCloseTo(1.376e-3, 6);
    const { textbook, memory } = lmsMisadjustment(channel, equalizer, momentsOf(BPSK), { step: 0.025, isReal: true });
    expect(textbook).toBeCloseTo(0.151, 3);
    expect(memory).toBeCloseTo(0.202, 3);
    const eigenvalues = inputEigenvalues(channel, equalizer);
    const { mean, meanSquare } = stableSteps(eigenvalues, true);
    expect(mean).toBeCloseTo(0.985, 3);
    expect(meanSquare).toBeCloseTo(0.133, 3);
    // Of complex signals with the same eigenvalues, by another program. One eigenvalue: μ < 2/(3λ) if real, and 1/λ if complex.
    expect(stableSteps(eigenvalues, false).meanSquare).toBeCloseTo(0.148, 3);
    expect(stableSteps([0.5], true).meanSquare).toBeCloseTo(4 / 3, 9);
    expect(stableSteps([0.5], false).meanSquare).toBeCloseTo(2, 9);
  });

  it("predicts LMS for QPSK on Proakis A", () => {
    const channel = known(normalized(namedResponse("proakis-a")), 20);
    const equalizer = solveEqualizer(channel, { forwardTaps: 21, delay: 14 });
    const qpsk = { fourth: 1, square: 0 };
    const { textbook, memory } = lmsMisadjustment(channel, equalizer, qpsk, { step: 0.01, isReal: false });
    expect(textbook).toBeCloseTo(0.106, 3);
    expect(Math.abs(memory - 0.154)).toBeLessThan(1e-3);
  });

  it("does not change when the taps turn", () => {
    const taps = normalized(namedResponse("proakis-a"));
    const turned = taps.map((_, i) => {
      const [re, im, angle] = [taps[i & ~1], taps[i | 1], 1 + 0.3 * (i >> 1)];
      return i % 2 ? re * Math.sin(angle) + im * Math.cos(angle) : re * Math.cos(angle) - im * Math.sin(angle);
    });
    const predict = (one: Float64Array) => {
      const channel = known(one, 20);
      const equalizer = solveEqualizer(channel, { forwardTaps: 9, delay: 8 });
      return lmsMisadjustment(channel, equalizer, { fourth: 1, square: 0 }, { step: 0.01, isReal: false }).memory;
    };
    expect(predict(turned)).toBeCloseTo(predict(taps), 10);
  });
});

describe("adaptive/error-events", () => {
  it.each<[NamedResponse, number]>([
    ["proakis-a", 0],
    ["proakis-b", 1.76],
    ["proakis-c", 5.01],
  ])("MLSE loses on %s what the closest sequences cost: %d dB", (name, loss) => {
    const distance = minimumDistance(normalized(namedResponse(name)), BPSK) ?? 0;
    expect(Math.abs(-10 * Math.log10(distance) - loss)).toBeLessThan(0.006);
  });

  // BPSK, from another program that adds up events by their length. On C events of up to 16 symbols have only 0.0178 at 10 dB.
  it.each<[NamedResponse, number, number]>([
    ["proakis-b", 6, 0.04731],
    ["proakis-b", 10, 4.049e-4],
    ["proakis-c", 10, 0.02253],
    ["proakis-c", 12, 1.759e-3],
  ])("bounds the error rate on %s at %d dB", (name, ebn0Db, ber) => {
    const bound = sequenceErrorBound(normalized(namedResponse(name)), BPSK, 1 / (2 * 10 ** (ebn0Db / 10)));
    expect(Math.abs((bound ?? 0) / ber - 1)).toBeLessThan(1e-3);
  });

  it("is the error rate itself on a channel without memory", () => {
    // Q(√(2·Eb/N0)) at 6 dB.
    expect(sequenceErrorBound(Float64Array.of(1, 0), BPSK, 1 / (2 * 10 ** 0.6))).toBeCloseTo(2.388e-3, 5);
  });

  it("sums all events of a short channel: as a direct sum over long ones", () => {
    const taps = normalized(namedResponse("proakis-b"));
    const noiseVariance = 1 / 20;
    const real = [taps[0], taps[2], taps[4]];
    let sum = 0;
    const go = (events: number[], energy: number, weight: number) => {
      const next = (value: number) => real.reduce((total, h, l) => total + h * ([value, ...events][l] ?? 0), 0) ** 2;
      if (events.length >= 2 && events[0] === 0 && events[1] === 0) {
        sum += weight * 2 ** (1 - weight) * q(Math.sqrt(energy / noiseVariance));
        return;
      }
      if (events.length > 14 || energy / noiseVariance > 60) return;
      for (const value of [-1, 0, 1]) go([value, ...events], energy + next(value), weight + Math.abs(value));
    };
    go([1], real[0] ** 2, 1);
    expect((sequenceErrorBound(taps, BPSK, noiseVariance) ?? 0) / sum).toBeCloseTo(1, 2);
  });
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

/** Q(x), by the integral that defines it. */
function q(x: number): number {
  let sum = 0;
  for (let t = x + 0.005; t < x + 8; t += 0.01) sum += (Math.exp((-t * t) / 2) * 0.01) / Math.sqrt(2 * Math.PI);
  return sum;
}
