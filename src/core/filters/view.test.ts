import { describe, expect, it } from "vitest";
import type { FilterSpec } from "../filter-design/spec.ts";
import { FILTERS, MOST_ZEROS } from "./experiment.ts";
import { viewFilter } from "./view.ts";

const mask = { pass: 0.2, stop: 0.3, ripple: 1, attenuation: 40 };

const SPECS: FilterSpec[] = [
  FILTERS.defaults.design,
  { type: "butterworth", order: 8, cutoff: 0.1 },
  { type: "chebyshev2", order: 5, cutoff: [800, 1200], attenuation: 50, rate: 8000 },
  { type: "bessel", order: 6, cutoff: 0.3 },
  { type: "window", ...mask },
  { type: "least-squares", ...mask, pass: [0.2, 0.4], stop: [0.1, 0.5] },
  { type: "remez", ...mask, pass: [0.1, 0.5], stop: [0.2, 0.4] },
  { type: "remez", length: 30, bands: [0.1, 0.9], gains: [1, 1], symmetry: "odd" },
  { type: "zeros-poles", zeros: [[0, 1]], poles: [0.5], gain: 2 },
  { type: "sections", sections: [[1, 2, 1, 1, -0.5, 0.2]] },
  { type: "taps", taps: [1, 0.5, -0.2] },
  ...(["butterworth", "chebyshev1", "chebyshev2", "elliptic"] as const).map((type): FilterSpec => ({ type, ...mask })),
].map((spec) => ({ rate: 2, ...spec }) as FilterSpec);

describe("experiments/filters/view", () => {
  it.each(SPECS.map((spec) => [JSON.stringify(spec), spec] as const))("%s", (_, spec) => {
    const view = viewFilter(spec);
    const { frequency, gainDb, phase, delay, impulse, step, zeros, poles } = view;
    expect(frequency[0]).toBe(0);
    expect(frequency.at(-1)).toBe(view.rate / 2);
    frequency.forEach((f, i) => expect(i === 0 || f > frequency[i - 1]).toBe(true));
    for (const values of [gainDb, phase, delay]) expect(values).toHaveLength(frequency.length);
    for (const value of [...phase, ...delay, ...impulse, ...step]) expect(Number.isFinite(value)).toBe(true);
    // The step's end is the gain at frequency 0, and the impulse's sum.
    const end = step.at(-1)!;
    expect(Math.abs(Math.abs(end) - 10 ** (gainDb[0] / 20))).toBeLessThan(0.02);
    expect(impulse.reduce((sum, value) => sum + value)).toBeCloseTo(end, 9);
    expect(Math.max(zeros!.length, poles.length)).toBe(view.order);
    expect(view.stability.stable).toBe(true);
    expect(view.roundOff!.noiseDb).toBeLessThan(-90);
    for (const band of view.mask ?? []) expect(band).toMatchObject({ kept: true });
    expect(view.mask?.length).toBe("pass" in spec ? ([spec.pass].flat().length === 1 ? 2 : 3) : undefined);
    // It crosses to the page as it is.
    expect(structuredClone(view)).toEqual(view);
  });

  it("shows an unstable filter, and forecasts no round-off", () => {
    const view = viewFilter({ type: "zeros-poles", zeros: [], poles: [[0.9, 0.6]] });
    expect(view.stability.verdict).toContain("lies outside the unit circle");
    expect(view.roundOff).toBeUndefined();
    expect(Math.max(...view.impulse)).toBeGreaterThan(100);
  });

  it("names the band in which a mask is not kept", () => {
    const { stop, ...rest } = FILTERS.defaults.design as Extract<FilterSpec, { stop: unknown }>;
    const kept = viewFilter({ ...rest, stop } as FilterSpec).mask!;
    expect(kept.map(({ passes }) => passes)).toEqual([true, false]);
    expect(kept[0].lowestDb).toBeCloseTo(-0.5, 6);
    expect(kept[1].highestDb).toBeLessThan(-60);
  });

  it("seeks no zeros of long filters", () => {
    const spec: FilterSpec = { type: "window", length: MOST_ZEROS + 1, cutoff: 0.3 };
    expect(viewFilter(spec).zeros).toBeUndefined();
  });
});
