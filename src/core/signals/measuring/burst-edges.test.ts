import { array, assert, double, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { createDraws } from "../generator/draws.ts";
import { burstEdges } from "./burst-edges.ts";

describe("signals/measuring/burst-edges", () => {
  it("finds the edges of a pulse in noise", () => {
    const samples = Float64Array.from({ length: 2000 }, (_, i) => (i >= 800 && i < 1400 ? 1 : 0.01 * Math.cos(i)));
    const { startSd, stopSd, ...edges } = burstEdges(samples, 1e-4, 2, { start: 390, stop: 710 });
    expect(edges).toEqual({ start: 400, stop: 700 });
    // A clear edge lies anywhere between two samples: a uniform place has a standard deviation of 1/√12.
    for (const sd of [startSd, stopSd]) {
      expect(sd).toBeGreaterThan(Math.sqrt(1 / 12));
      expect(sd).toBeLessThan(0.35);
    }
  });

  it.each([3, 10, 100])("finds Gaussian bursts %f times as strong as the noise within the stated deviations", (snr) => {
    const draws = createDraws(11, "samples", Math.round(10 * snr));
    const ratios = Array.from({ length: 60 }, () => {
      const samples = new Float64Array(2 * 1600);
      for (let i = 0; i < samples.length; i += 2) {
        const scale = Math.sqrt((i >= 800 && i < 2400 ? 1 + snr : 1) / 2);
        const [re, im] = draws.normals();
        [samples[i], samples[i + 1]] = [scale * re, scale * im];
      }
      const { start, startSd, stop, stopSd } = burstEdges(samples, 1, 1, { start: 380, stop: 1220 });
      return [(start - 400) / startSd, (stop - 1200) / stopSd];
    }).flat();
    // At least 68 % and 95 %, less two standard deviations of such shares of 120.
    const within = (sds: number) => ratios.filter((ratio) => Math.abs(ratio) < sds).length / ratios.length;
    expect(within(1)).toBeGreaterThan(0.68 - 2 * Math.sqrt((0.68 * 0.32) / 120));
    expect(within(2)).toBeGreaterThan(0.95 - 2 * Math.sqrt((0.95 * 0.05) / 120));
  });

  it("ends a weak burst where stronger signals begin, although it is smoothed over a long time", () => {
    const draws = createDraws(12, "samples", 0);
    const levelAt = (i: number) => (i < 380 || i >= 1230 ? 3000 : i >= 400 && i < 1200 ? 3 : 1);
    const samples = new Float64Array(2 * 1600);
    for (let i = 0; i < 1600; i++) {
      const scale = Math.sqrt(levelAt(i) / 2);
      samples.set(
        draws.normals().map((value) => scale * value),
        2 * i,
      );
    }
    const { start, startSd, stop, stopSd } = burstEdges(samples, 1, 1, { start: 410, stop: 1195 });
    expect(Math.abs(start - 400)).toBeLessThan(20 + 3 * startSd);
    expect(Math.abs(stop - 1200)).toBeLessThan(30 + 3 * stopSd);
    expect(start).toBeGreaterThanOrEqual(380);
    expect(stop).toBeLessThanOrEqual(1230);
  });

  it("gives at least one sample, in order, for any power in any box", () => {
    const powers = array(double({ min: 0, max: 30, noNaN: true }), { minLength: 64, maxLength: 200 });
    assert(
      property(powers, nat(40), nat(30), double({ min: 0.5, max: 60, noNaN: true }), (values, from, rest, per) => {
        const samples = Float64Array.from(values.flatMap((value) => [value, 0]));
        const { start, stop } = burstEdges(samples, 1, per, { start: from, stop: values.length - rest / 2 });
        expect(start).toBeGreaterThanOrEqual(0);
        expect(stop).toBeGreaterThan(start);
        expect(stop).toBeLessThanOrEqual(values.length);
      }),
      { numRuns: 300 },
    );
  });
});
