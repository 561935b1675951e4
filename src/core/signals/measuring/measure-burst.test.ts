import { describe, expect, it } from "vitest";
import type { SignalClass } from "../classes.ts";
import { toBurst } from "../finding/burst.ts";
import { GENERATOR_DEFAULTS } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { type BurstTruth, recordingSamples, render } from "../generator/render.ts";
import { measureBurst } from "./measure-burst.ts";

const RATE = 1e6;

/** One generated burst, measured in a box around its truth. */
function measured(name: SignalClass, { seed = 1, snrDb = 20, wide = 1.2 } = {}) {
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
  it.each(["QPSK", "8-PSK", "16-QAM", "OQPSK"] as const)(
    "−3 dB width of %s with root-raised cosines: the symbol rate",
    (name) => {
      const { truth, result } = measured(name);
      expect(Math.abs(result.bandwidth3dBHz! / truth.symbolRateHz! - 1)).toBeLessThan(0.1);
      expect(result.bandwidth3dBSdHz! / truth.symbolRateHz!).toBeLessThan(0.1);
    },
  );

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

it.each(["QPSK", "OOK", "tone", "AM", "chirp", "GMSK"] as const)(
  "edges of %s at 10 dB within 2 % of its length",
  (name) => {
    const { truth, start, stop } = measured(name, { snrDb: 10 });
    const tolerance = 0.02 * (truth.stop - truth.start);
    expect(Math.abs(start - truth.start)).toBeLessThan(tolerance);
    expect(Math.abs(stop - truth.stop)).toBeLessThan(tolerance);
  },
);
