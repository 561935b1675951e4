import { describe, expect, it } from "vitest";
import { tapsResponse } from "../../filter-design/fir/response.ts";
import type { FoundSignal } from "../detection.ts";
import { type BandCut, designCut } from "./cutting/band-cut.ts";
import { type CutOptions, cutBurst, toBurst } from "./burst.ts";

const RATE = 1e6;
const boxOf = (some: Partial<FoundSignal>): FoundSignal => ({
  start: 3000,
  stop: 9000,
  lowHz: 90_000,
  highHz: 130_000,
  noiseDensity: 1e-9,
  notes: [],
  ...some,
});

/** Numbers that look random, the same every time. */
function numbers(count: number): Float32Array<ArrayBuffer> {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const recordingOf = (samples: Float32Array<ArrayBuffer>) => ({
  sampleRate: RATE,
  samples: samples.length / 2,
  channels: 1,
  read: (start: number, count: number) => Promise.resolve(samples.slice(2 * start, 2 * (start + count))),
});

/** The taps of one filter that does the same as all stages. */
function wholeTaps({ stages }: BandCut): Float64Array {
  let [all, step] = [Float64Array.of(1), 1];
  for (const { taps, decimation } of stages) {
    const whole = new Float64Array(all.length + (taps.length - 1) * step);
    for (const [k, tap] of taps.entries()) for (const [i, before] of all.entries()) whole[k * step + i] += tap * before;
    all = whole;
    step *= decimation;
  }
  return all;
}

/** Every output by its definition: mix each sample, convolve, take one of `decimation`. */
function direct(samples: Float32Array, box: FoundSignal, options: CutOptions, first: number, count: number) {
  const cut = designCut(RATE, box, options);
  const { delay, decimation, centreHz } = cut;
  const taps = wholeTaps(cut);
  const mixed = Array.from({ length: samples.length / 2 }, (_, n) => {
    const angle = (-2 * Math.PI * centreHz * n) / RATE;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [samples[2 * n] * c - samples[2 * n + 1] * s, samples[2 * n] * s + samples[2 * n + 1] * c] as const;
  });
  return Array.from({ length: count }, (_, m) => {
    let [re, im] = [0, 0];
    for (const [k, tap] of taps.entries()) {
      const [x, y] = mixed[first + m * decimation - k + delay] ?? [0, 0];
      re += tap * x;
      im += tap * y;
    }
    return [re, im];
  }).flat();
}

const worst = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(Math.abs(a.length - b.length), ...Array.from(a, (value, i) => Math.abs(value - b[i])));

describe("signals/finding/burst", () => {
  it.each<[name: string, box: Partial<FoundSignal>, options: CutOptions]>([
    ["a box with its own decimation", {}, {}],
    ["a box at the start", { start: 0, stop: 900 }, {}],
    ["a box at the end", { start: 11_000, stop: 12_000 }, {}],
    ["a box of one sample", { start: 5000, stop: 5001 }, {}],
    ["a box at the edge of the band", { lowHz: 450_000, highHz: 499_000 }, {}],
    ["the whole band", { lowHz: -500_000, highHz: 500_000 }, {}],
    ["a chosen decimation", {}, { decimation: 17, margin: 100 }],
    ["a narrow box, with three filters", { lowHz: 90_000, highHz: 94_000 }, {}],
    ["a chosen pass band", { lowHz: -1000, highHz: 1000 }, { passHz: 100_000, transitionHz: 20_000, decimation: 7 }],
  ])("%s equals mixing, filtering and decimating in float64 within 1e-9", async (_, some, options) => {
    const samples = numbers(24_000);
    const box = boxOf(some);
    const burst = await cutBurst(recordingOf(samples), box, options);
    expect(worst(burst.samples, direct(samples, box, options, burst.first, burst.samples.length / 2))).toBeLessThan(
      1e-9,
    );
    expect(toBurst(samples, RATE, box, options)).toEqual(burst);
    expect(burst.first + burst.start * burst.decimation).toBe(box.start);
    expect(burst.first + burst.stop * burst.decimation).toBe(box.stop);
    expect(burst.sampleRateHz).toBe(RATE / burst.decimation);
  });

  it("passes the pass band within 1e-4 and attenuates all that folds onto it by 80 dB", () => {
    const narrow = { lowHz: 90_000, highHz: 94_000 };
    const cases: [box: Partial<FoundSignal>, options: CutOptions, filters: number][] = [
      [{}, {}, 2],
      [{}, { decimation: 17 }, 1],
      [{}, { passHz: 20_000, transitionHz: 1000 }, 3],
      [narrow, {}, 3],
      [narrow, { decimation: 45 }, 3],
      [narrow, { passHz: 20_000, decimation: 16 }, 3],
    ];
    for (const [box, options, filters] of cases) {
      const cut = designCut(RATE, boxOf(box), options);
      expect(cut.stages).toHaveLength(filters);
      const { passHz, stopHz, decimation } = cut;
      const taps = wholeTaps(cut);
      const gains = (from: number, to: number) =>
        tapsResponse(
          taps,
          Float64Array.from({ length: 401 }, (_, i) => (2 * (from + ((to - from) * i) / 400)) / RATE),
        ).gainDb;
      expect(Math.max(...gains(0, passHz / 2).map(Math.abs))).toBeLessThan(20 * Math.log10(1 + 2e-4));
      // Kaiser's formula of the length meets the attenuation within 1 dB.
      expect(Math.max(...gains(stopHz, RATE / 2))).toBeLessThan(-79);
      expect(stopHz).toBeLessThanOrEqual(RATE / decimation - passHz / 2);
    }
  });

  it("keeps a tone's amplitude and phase, at the sample to which each output belongs", () => {
    const [amplitude, hz] = [0.7, 113_000];
    const samples = Float32Array.from({ length: 40_000 }, (_, i) => {
      const angle = (2 * Math.PI * hz * (i >> 1)) / RATE;
      return amplitude * (i % 2 ? Math.sin(angle) : Math.cos(angle));
    });
    const { samples: out, first, decimation, centreHz } = toBurst(samples, RATE, boxOf({}));
    for (let m = 0; m < out.length / 2; m++) {
      const angle = (2 * Math.PI * (hz - centreHz) * (first + m * decimation)) / RATE;
      expect(Math.abs(out[2 * m] - amplitude * Math.cos(angle))).toBeLessThan(2e-4);
      expect(Math.abs(out[2 * m + 1] - amplitude * Math.sin(angle))).toBeLessThan(2e-4);
    }
  });

  it("holds the beginning of a box that is longer than its samples, and a margin before it", () => {
    const [start, most] = [3000, 200];
    const burst = toBurst(numbers(24_000), RATE, boxOf({ start, stop: 21_000 }), { most });
    expect(burst.samples.length).toBe(2 * most);
    expect(burst.first + burst.start * burst.decimation).toBe(start);
    expect(burst.start).toBeLessThan(most / 3);
    expect(burst.stop).toBeGreaterThan(most);
  });

  it("counts NaN and infinite samples of a recording as 0", async () => {
    const samples = numbers(24_000);
    const clean = samples.slice();
    samples.set([NaN, Infinity], 10_000);
    clean.set([0, 0], 10_000);
    const burst = await cutBurst(recordingOf(samples), boxOf({}));
    expect(burst).toEqual(toBurst(clean, RATE, boxOf({})));
  });

  it("subtracts the carriers of the box, and no more than a few cells of the signal", () => {
    const samples = numbers(24_000);
    const carrier = { hz: 101_234, withinHz: 200, power: 1e6 };
    const outside = { hz: -300_000, withinHz: 200, power: 1 };
    const loud = samples.map((value, i) => {
      const angle = (2 * Math.PI * 101_300 * (i >> 1)) / RATE;
      return value + 1000 * (i % 2 ? Math.sin(angle) : Math.cos(angle));
    });
    const expected = toBurst(samples, RATE, boxOf({})).samples;
    const { samples: found } = toBurst(loud, RATE, boxOf({ carriers: [carrier, outside] }));
    const energy = (values: Float64Array) => values.reduce((sum, value) => sum + value ** 2, 0);
    const cells = found.length / 2 / (RATE / 40_000);
    // The signal fills its band. A sinusoid takes some two cells of it under Hann's window, at 99.99 % less than six times as many.
    expect(energy(found.map((value, i) => value - expected[i]))).toBeLessThan((24 / cells) * energy(expected));
  });

  it("says which band does not fit", () => {
    expect(() => designCut(RATE, boxOf({}), { decimation: 25 })).toThrow(/48000 Hz does not fit in a rate of 40000 Hz/);
    expect(() => designCut(RATE, boxOf({ highHz: 90_000 }))).toThrow(/highHz must be above lowHz/);
    expect(() => designCut(RATE, boxOf({}), { decimation: 1.5 })).toThrow(/whole number ≥ 1, got 1.5/);
    expect(() => designCut(RATE, boxOf({}), { passHz: 0 })).toThrow(/above 0/);
  });

  it("counts the values at the limits of a box that was restored", async () => {
    // Half of numbers from −1 to 1 lie beyond one half.
    const samples = numbers(24_000).map((value) => Math.max(-0.5, Math.min(0.5, value)));
    const limits = { low: -0.5, high: 0.5 };
    const { limitedShare } = await cutBurst(recordingOf(samples), boxOf({ limits }));
    expect(Math.abs(limitedShare! - 0.5)).toBeLessThan(0.02);
    expect((await cutBurst(recordingOf(samples), boxOf({}))).limitedShare).toBeUndefined();
  });
});
