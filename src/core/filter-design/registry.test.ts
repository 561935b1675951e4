import { describe, expect, it } from "vitest";
import { cascade } from "./cascade.ts";
import { abs, complex, polar } from "./complex.ts";
import { design, type DesignedFir, filterResponse, type IirFilter } from "./registry.ts";
import { type FilterSpec, filterFields, type FilterType } from "./spec.ts";
import { fromSections } from "./sections.ts";
import { farthest } from "./testing.ts";

/** One of each type, by order and, where it can be, to a mask. */
const mask = { pass: 0.2, stop: 0.3, ripple: 1, attenuation: 40 };
const SPECS: FilterSpec[] = [
  { type: "butterworth", order: 8, cutoff: 0.1 },
  { type: "chebyshev1", order: 3, cutoff: [0.1, 0.2], ripple: 1 },
  { type: "chebyshev2", order: 5, cutoff: 0.3, attenuation: 50, band: "highpass" },
  { type: "elliptic", order: 4, cutoff: [0.1, 0.2], ripple: 1, attenuation: 50, band: "bandstop" },
  { type: "bessel", order: 6, cutoff: 0.3, norm: "mag" },
  { type: "window", length: 31, cutoff: 0.3 },
  { type: "window", length: 31, cutoff: [0.3, 0.4], band: "bandstop", beta: 6 },
  { type: "least-squares", length: 31, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0] },
  { type: "remez", length: 30, bands: [0.1, 0.9], gains: [1, 1], symmetry: "odd" },
  { type: "zeros-poles", zeros: [-1], poles: [[0.5, 0.5]], frequency: 0.2, level: 1 },
  { type: "zeros-poles", zeros: [[0, 1]], poles: [0.5], gain: 2 },
  { type: "sections", sections: [[1, 2, 1, 1, -0.5, 0.2]] },
  { type: "taps", taps: [1, 2, 1] },
  ...(["butterworth", "chebyshev1", "chebyshev2", "elliptic", "window", "least-squares", "remez"] as const).map(
    (type) => ({ type, ...mask }) as FilterSpec,
  ),
];

describe("filters from JSON", () => {
  it.each(SPECS.map((spec) => [JSON.stringify(spec), spec] as const))("%s", (text, spec) => {
    const filter = design(JSON.parse(text));
    const frequencies = [0, 0.1, 0.2, 0.25, 0.35, 0.8];
    const { gainDb, phase, delay } = filterResponse(filter, frequencies);
    expect(gainDb.some((gain) => gain > -7)).toBe(true);
    for (const value of [...phase, ...delay]) expect(Number.isFinite(value)).toBe(true);
    if (filter.kind === "iir") {
      expect(filter.stability.stable).toBe(true);
      // The response of sections, from their impulse response.
      const impulse = cascade(
        filter.sections,
        Float64Array.from({ length: 4000 }, (_, n) => Number(n === 0)),
      );
      expectResponse(impulse, gainDb, frequencies);
    }
    if ("pass" in spec) {
      expect(Math.min(gainDb[0], gainDb[1], gainDb[2])).toBeGreaterThan(-1.0001);
      expect(Math.max(gainDb[4], gainDb[5])).toBeLessThan(-39.999);
    }
  });

  it("has every type in the cases above", () => {
    const types = new Set<FilterType>(SPECS.map(({ type }) => type));
    expect([...types].sort()).toEqual((Object.keys(filterFields) as FilterType[]).sort());
  });

  it("reads frequencies in Hz where a rate is given", () => {
    const [hertz, plain] = [
      design({ type: "elliptic", rate: 48_000, pass: 4800, stop: 7200, ripple: 1, attenuation: 40 }),
      design({ type: "elliptic", ...mask }),
    ] as IirFilter[];
    expect(farthest(hertz.zpk.poles, plain.zpk.poles)).toBeLessThan(1e-13);
    const [taps, same] = [
      design({ type: "remez", rate: 8000, length: 21, bands: [0, 800, 1600, 4000], gains: [1, 1, 0, 0] }),
      design({ type: "remez", length: 21, bands: [0, 0.2, 0.4, 1], gains: [1, 1, 0, 0] }),
    ] as DesignedFir[];
    taps.taps.forEach((tap, n) => expect(tap).toBeCloseTo(same.taps[n], 13));
  });

  it("designs cutoffs down to where float64 no longer holds the poles", () => {
    const filter = design({ type: "butterworth", order: 4, cutoff: 1e-7 }) as IirFilter;
    expect(farthest(fromSections(filter.sections).poles, filter.zpk.poles)).toBeLessThan(
      0.1 * (1 - filter.stability.radius),
    );
    // One pole has no partner to lose digits to; a pole at the origin is held by any section.
    for (const spec of [
      { type: "butterworth", order: 1, cutoff: 1e-9 },
      { type: "zeros-poles", zeros: [0], poles: [0] },
    ] as const) {
      expect((design(spec) as IirFilter).stability.stable).toBe(true);
    }
  });

  it("names an unstable filter with its pole", () => {
    const filter = design({ type: "zeros-poles", zeros: [], poles: [[0.9, 0.6]] }) as IirFilter;
    expect(filter.stability).toMatchObject({
      stable: false,
      verdict: "unstable: pole 1.08167 ∠ 33.6901° lies outside the unit circle",
    });
    expect(abs(filter.zpk.poles[0])).toBeCloseTo(Math.hypot(0.9, 0.6), 14);
    expect(farthest(filter.zpk.poles, [complex(0.9, 0.6), complex(0.9, -0.6)])).toBe(0);
  });

  it.each<[unknown, string]>([
    [7, "filter: must be an object, got 7"],
    [{ type: "butter" }, "filter: type must be one of butterworth, chebyshev1, chebyshev2, elliptic, bessel, window"],
    [{ type: "butterworth", cutoff: 0.1 }, "filter: order of butterworth must be an integer ≥ 1, got undefined"],
    [{ type: "butterworth", order: 2.5, cutoff: 0.1 }, "filter: order of butterworth must be an integer ≥ 1, got 2.5"],
    [
      { type: "butterworth", order: 2, cutoff: 1.1 },
      "cutoff of butterworth must be a frequency, or two in rising order, between 0 and half the rate, got 1.1",
    ],
    [
      { type: "butterworth", order: 2, cutof: 0.1 },
      "filter: butterworth has no field cutof; its fields are order, cutoff, band, rate",
    ],
    [
      { type: "butterworth", ...mask, order: 2 },
      "filter: butterworth to a mask has no field order; its fields are pass, stop",
    ],
    [{ type: "bessel", ...mask }, "filter: bessel has no field pass; its fields are order, cutoff, band, norm, rate"],
    [
      { type: "elliptic", order: 2, cutoff: 0.1, ripple: "1" },
      `filter: ripple of elliptic must be a number of dB above 0, got "1"`,
    ],
    [
      { type: "butterworth", order: 2, cutoff: 0.1, band: "low" },
      `must be one of lowpass, highpass, bandpass, bandstop, got "low"`,
    ],
    [{ type: "butterworth", order: 2, cutoff: 0.1, rate: 0 }, "filter: rate must be a number above 0, got 0"],
    [{ type: "butterworth", order: 2, cutoff: [0.1, 0.2], band: "lowpass" }, "cutoff of a lowpass must be one edge"],
    [
      { type: "window", length: 9, cutoff: 0.1, band: "bandpass" },
      `band of window must be lowpass or highpass for one cutoff, got "bandpass"`,
    ],
    [
      { type: "window", length: 9, cutoff: 0.1, window: "kaiser" },
      "beta of window must be given for the kaiser window and no other, got undefined",
    ],
    [
      { type: "taps", taps: [1, "2"] },
      `filter: taps of taps must be a list of 1 to 65536 numbers and pairs [re, im], got [1,"2"]`,
    ],
    [
      { type: "sections", sections: [[1, 0, 0, 2, 0, 0]] },
      "must be a list of [b0, b1, b2, 1, a1, a2], each a number or a pair [re, im], got [[1,0,0,2,0,0]]",
    ],
    [{ type: "zeros-poles", zeros: [], poles: [[1]] }, "poles must be a list of numbers and pairs [re, im], got [[1]]"],
    [
      { type: "zeros-poles", zeros: [], poles: [], gain: 1, level: 2 },
      `must have gain, or frequency and level, got {"gain":1,"level":2}`,
    ],
    [
      { type: "remez", length: 30, bands: [0, 0.2, 0.3, 1], gains: [0, 0, 1, 1] },
      "filter-design/fir/remez: gain must be 0 at the Nyquist",
    ],
    [{ type: "butterworth", order: 4, cutoff: 1e-9 }, "filter: float64 coefficients must represent each pole"],
    [{ type: "butterworth", order: 1e9, cutoff: 0.1 }, "order must be an integer from 1 to 64, got 1000000000"],
    [
      { type: "window", length: 1e9, cutoff: 0.1 },
      "length of window must be an integer from 1 to 65536, got 1000000000",
    ],
    [
      { type: "least-squares", length: 2049, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0] },
      "length must be an odd integer from 1 to 2047, got 2049",
    ],
  ])("refuses %o at once", (spec, message) => {
    expect(() => design(spec as FilterSpec)).toThrow(message);
  });
});

function expectResponse(impulse: Float64Array, gainDb: Float64Array, frequencies: readonly number[]): void {
  frequencies.forEach((frequency, i) => {
    let [re, im] = [0, 0];
    impulse.forEach((value, n) => {
      const turn = polar(value, -Math.PI * frequency * n);
      re += turn.re;
      im += turn.im;
    });
    expect(Math.abs(Math.hypot(re, im) - 10 ** (gainDb[i] / 20))).toBeLessThan(1e-9);
  });
}
