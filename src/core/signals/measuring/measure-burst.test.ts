import { describe, expect, it } from "vitest";
import type { SignalClass } from "../classes.ts";
import { toBurst } from "../finding/burst.ts";
import { firdes } from "../../filter-design/firdes.ts";
import { addNoise, createDraws } from "../generator/draws.ts";
import { GENERATOR_DEFAULTS } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { type BurstTruth, recordingSamples, render } from "../generator/render.ts";
import { measureBurst } from "./measure-burst.ts";

const RATE = 5e5;

const known = new Map<string, ReturnType<typeof measuredAnew>>();

/** Tests share bursts. */
function measured(name: SignalClass, options: Parameters<typeof measuredAnew>[1] = {}) {
  const key = JSON.stringify([name, options]);
  const found = known.get(key) ?? measuredAnew(name, options);
  known.set(key, found);
  return found;
}

/** One generated burst, measured in a box around its truth. */
function measuredAnew(name: SignalClass, { seed = 1, snrDb = 20, wide = 1.2 } = {}) {
  const options = { ...GENERATOR_DEFAULTS, seed, classes: [name], bursts: 1, rate: RATE, seconds: 0.1 };
  const given = { ...options, snr: [snrDb, snrDb] as const };
  const samples = new Float64Array(2 * recordingSamples(given));
  let truth!: BurstTruth;
  let at = 0;
  for (const chunk of render(planBursts(given), given, (value) => (truth = value))) {
    samples.set(chunk, at);
    at += chunk.length;
  }
  const { start, stop, centreHz } = truth;
  const width = Math.max(3000, 1.1 * truth.bandwidthHz);
  const box = { start: start - 100, stop: stop + 60, lowHz: centreHz - 0.52 * width, highHz: centreHz + 0.48 * width };
  const found = { ...box, noiseDensity: 1 / RATE, notes: [] };
  const burst = toBurst(samples, RATE, found, { passHz: wide * width });
  const result = measureBurst(burst);
  const place = (sample: number) => burst.first + burst.decimation * sample;
  return { truth, result, start: place(result.start), stop: place(result.stop) };
}

describe("bandwidth", () => {
  it.each(["QPSK", "8-PSK"] as const)("−3 dB width of %s with root-raised cosines: the symbol rate", (name) => {
    const { truth, result } = measured(name);
    expect(Math.abs(result.bandwidth3dBHz! / truth.symbolRateHz! - 1)).toBeLessThan(0.1);
    expect(result.bandwidth3dBSdHz! / truth.symbolRateHz!).toBeLessThan(0.1);
  });

  it("99 % width of MSK: 1.18 times the symbol rate", () => {
    const { truth, result } = measured("MSK", { snrDb: 25 });
    expect(Math.abs(result.bandwidthHz / truth.symbolRateHz! - 1.18)).toBeLessThan(0.118);
  });

  it("99 % width of a tone: 20 over its length, because a rectangle's power beyond f falls with 1/f", () => {
    const { truth, result } = measured("tone", { wide: 3 });
    expect(((truth.stop - truth.start) / RATE) * result.bandwidthHz).toBeCloseTo(20, 0);
    expect(Math.abs(result.lineHz! - truth.carrierOffsetHz!)).toBeLessThan(10);
    expect(Math.abs(result.snrDb - truth.snrDb)).toBeLessThan(0.5);
  });

  it.each([
    ["OOK", 25, 3],
    ["noise", 15, 1.2],
    ["OFDM", 15, 1.2],
    ["FM", 15, 1.2],
  ] as const)("99 % width and SNR of %s at %i dB", (name, snrDb, wide) => {
    const { truth, result } = measured(name, { seed: 3, snrDb, wide });
    expect(Math.abs(result.bandwidthHz / truth.bandwidthHz - 1)).toBeLessThan(snrDb < 20 ? 0.25 : 0.1);
    expect(Math.abs(result.snrDb - truth.snrDb)).toBeLessThan(0.5);
    expect(Math.abs(result.powerDbfs - truth.powerDbfs)).toBeLessThan(0.3);
    expect(result.bandwidth3dBHz === null).toBe(truth.bandwidth3dBHz === null);
    expect(Math.abs(result.centreHz - truth.centreHz)).toBeLessThan(0.1 * truth.bandwidthHz + 100);
  });
});

it.each(["QPSK", "OOK", "tone", "AM", "chirp"] as const)("edges of %s at 10 dB within 2 % of its length", (name) => {
  const { truth, start, stop } = measured(name, { snrDb: 10 });
  const tolerance = 0.02 * (truth.stop - truth.start);
  expect(Math.abs(start - truth.start)).toBeLessThan(tolerance);
  expect(Math.abs(stop - truth.stop)).toBeLessThan(tolerance);
});

/** Lines that tell the symbol rate of a class, and the symbol rates between them. */
const RATE_LINES = {
  QPSK: ["|x|²", 1],
  "16-QAM": ["|x|²", 1],
  OQPSK: ["x²", 2],
  GMSK: ["x²", 1],
  MSK: ["x²", 1],
  "2-FSK": ["|f|", 1],
  "4-FSK": ["|f|", 1],
  OOK: ["levels", 1],
  ASK: ["levels", 1],
} as const;

it.each(Object.entries(RATE_LINES).map(([name, found]) => [name, ...found] as const))(
  "symbol rate of %s at 10 dB from %s, within 0.1 % and 4 standard deviations",
  (name, line, distance) => {
    const { truth, result } = measured(name as SignalClass, { snrDb: 10, wide: line === "levels" ? 3 : 1.2 });
    const rate = result.rates.find((one) => one.line === line)!;
    const error = Math.abs(rate.hz / distance - truth.symbolRateHz!);
    expect(error / truth.symbolRateHz!).toBeLessThan(1e-3);
    expect(error).toBeLessThan((4 * rate.sdHz) / distance);
  },
);

describe("288 QPSK symbols at 10 dB, 4 samples each", () => {
  const taps = firdes("root_raised_cosine", [1, 4, 1, 0.25, 65]).map(({ re }) => re);
  const rate = 38_400;
  /** Noise of power 1 over the rate. The 99 % bandwidth is 1.12 symbol rates. */
  const trial = (seed: number) => {
    const [count, lead] = [288, 200];
    const bits = createDraws(seed, "samples", 1).bits(2 * count);
    const samples = new Float64Array(2 * (4 * count + 2 * lead));
    addNoise(samples, seed, 0);
    const amplitude = (Math.sqrt((10 * 1.12) / 4 / 2) * 2) / Math.sqrt(taps.reduce((sum, tap) => sum + tap * tap, 0));
    for (let k = 0; k < 2 * count; k++) {
      const at = 2 * (lead + 4 * (k >> 1)) + (k % 2);
      for (let i = 0; i < taps.length; i++) samples[at + 2 * (i - 32)] += amplitude * (1 - 2 * bits[k]) * taps[i];
    }
    const box = { start: lead, stop: lead + 4 * count, lowHz: -6500, highHz: 6500, noiseDensity: 1 / rate, notes: [] };
    return measureBurst(toBurst(samples, rate, box));
  };
  const results = Array.from({ length: 12 }, (_, i) => trial(100 + i));

  it("all have a line of |x|² at the symbol rate, within 0.1 %", () => {
    const errors = results.map(({ rates }) =>
      Math.abs((rates.find(({ line }) => line === "|x|²")?.hz ?? 0) / 9600 - 1),
    );
    expect(errors.filter((error) => error < 1e-3)).toHaveLength(12);
  });

  it("have errors near the stated standard deviation", () => {
    const ratios = results.map(({ rates: [{ hz, sdHz }] }) => ((hz - 9600) / sdHz) ** 2);
    // The stated one takes the signal's own disturbance for noise, so it is rather too large.
    expect(Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio, 0) / 12)).toBeLessThan(1.5);
  });

  it("have x⁴'s line at four times the carrier", () => {
    const offsets = results.map(({ powerLines }) => powerLines.find(({ power }) => power === 4)?.hz ?? Infinity);
    expect(offsets.filter((hz) => Math.abs(hz) < 20).length).toBeGreaterThanOrEqual(11);
  });
});

it("white noise in the box has no rate", () => {
  const samples = new Float64Array(2 * 4000);
  addNoise(samples, 7, 0);
  const box = { start: 500, stop: 3500, lowHz: -6500, highHz: 6500, noiseDensity: 1 / 38_400, notes: [] };
  expect(measureBurst(toBurst(samples, 38_400, box)).rates).toEqual([]);
});
