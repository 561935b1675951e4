import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testNormals } from "../gpu/testing.ts";
import { cascade, impulseResponse, stepResponse } from "./cascade.ts";
import { abs, add, complex, conj, div, mul, polar, sub } from "./complex.ts";
import { designIir, designIirToMask } from "./iir/iir.ts";
import { closeConjugates, fromPlane } from "./plane.ts";
import { toParallel } from "./residues.ts";
import { magnitudeAt, zpkResponse } from "./response.ts";
import { orderSections, roundOff } from "./round-off.ts";
import { fromSections, type Section, toSections } from "./sections.ts";
import { stability } from "./stability.ts";
import {
  farthest,
  type ListedPoints,
  type ListedZpk,
  readVectors,
  relativeError,
  toPoints,
  toZpk,
  toTransferFunction,
} from "./testing.ts";

interface Vectors {
  forms: {
    zpk: ListedZpk;
    sos: Section[];
    b: number[];
    a: number[];
    response: ListedPoints;
    impulse: number[];
    residues: { residues: ListedPoints; poles: ListedPoints; direct: number[] } | null;
  }[];
  frequencies: number[];
  delays: { zpk: ListedZpk; delay: number[] }[];
}
const vectors = readVectors<Vectors>("iir");
const forms = vectors.forms.map((form, i) => [i, form] as const);

const steep = designIir({ family: "elliptic", order: 16, band: "lowpass", cutoff: 0.1, ripple: 0.5, attenuation: 100 });

describe("filter-design/iir forms against SciPy", () => {
  it.each(forms)("transfer function of system %i", (_, { zpk, b, a }) => {
    const actual = toTransferFunction(toZpk(zpk));
    expect(relativeError(actual.b, b)).toBeLessThan(1e-12);
    expect(relativeError(actual.a, a)).toBeLessThan(1e-12);
  });

  it.each(forms)("response and impulse response of system %i", (_, { zpk, sos, response, impulse }) => {
    const { gainDb, phase } = zpkResponse(toZpk(zpk), vectors.frequencies);
    const actual = Array.from(gainDb, (gain, i) => polar(10 ** (gain / 20), phase[i]));
    const expected = toPoints(response);
    const size = Math.max(...expected.map(abs));
    // SciPy's are of its sections: the steep one's are rounded at 1e-12 of poles 1e-3 from the circle.
    expected.forEach((value, i) => expect(abs(sub(actual[i], value))).toBeLessThan(1e-10 * size));
    expect(relativeError(impulseResponse(sos, impulse.length), impulse)).toBeLessThan(1e-13);
  });

  it.each(vectors.delays.map((vector, i) => [i, vector] as const))("group delay of filter %i", (_, { zpk, delay }) => {
    // SciPy's is of coefficients, of which (1 + z⁻¹)⁵ leaves few digits close to z = −1: below 0.8 of the Nyquist frequency.
    const actual = zpkResponse(toZpk(zpk), vectors.frequencies).delay;
    expect(relativeError(actual.subarray(0, 18), delay.slice(0, 18))).toBeLessThan(1e-10);
  });

  it.each(forms.filter(([, { residues }]) => residues))("residues of system %i", (_, { zpk, residues }) => {
    const off = { zeros: toZpk(zpk).zeros.length, poles: toZpk(zpk).poles.length };
    if (off.zeros > off.poles) return;
    const { terms, direct } = toParallel(toZpk(zpk));
    const both = terms.flatMap(({ residue, pole }) => (pole.im === 0 ? [residue] : [residue, conj(residue)]));
    const expected = toPoints(residues!.residues).filter((_, i) => abs(toPoints(residues!.poles)[i]) > 1e-9);
    const size = Math.max(...expected.map(abs));
    expect(farthest(both, expected)).toBeLessThan(1e-9 * size);
    expect(Math.abs(direct - (residues!.direct[0] ?? 0))).toBeLessThan(1e-9 * size);
    const impulse = Float64Array.from({ length: 40 }, (_, n) =>
      terms.reduce((sum, { residue, pole }) => {
        const power = Array.from({ length: n }, () => pole).reduce(mul, residue);
        return sum + (pole.im === 0 ? 1 : 2) * power.re;
      }, 0),
    );
    impulse[0] += direct;
    expect(relativeError(impulse, impulseResponse(toSections(toZpk(zpk)), 40))).toBeLessThan(1e-10);
  });
});

describe("filter-design/residues refuses", () => {
  it.each([
    [
      { zeros: [], poles: [complex(0.5), complex(0.5)], gain: 1 },
      "poles must be distinct, got 0.5 twice; use cascaded sections",
    ],
    [
      { zeros: [complex(1), complex(2)], poles: [complex(0.5)], gain: 1 },
      "no more zeros than poles off the origin, got 2 and 1",
    ],
    [designIir({ family: "butterworth", order: 20, band: "lowpass", cutoff: 0.4 }), undefined],
    [
      designIir({ family: "butterworth", order: 40, band: "lowpass", cutoff: 0.4 }),
      "residues must not exceed 100000000, got",
    ],
  ])("%#", (zpk, message) => {
    if (message) expect(() => toParallel(zpk)).toThrow(`filter-design/residues: `);
    if (message) expect(() => toParallel(zpk)).toThrow(message);
    else expect(toParallel(zpk).terms.length).toBe(10);
  });
});

describe("filter-design/response", () => {
  it("has the delay that its phase has, and a phase without jumps, zeros outside and negative gains included", () => {
    const zpk = {
      zeros: [complex(1.5), complex(-2), polar(1.2, 1), polar(1.2, -1)],
      poles: [polar(0.9, 2), polar(0.9, -2)],
      gain: -2,
    };
    const frequencies = Float64Array.from({ length: 20_001 }, (_, i) => i / 20_000);
    const { phase, delay, gainDb } = zpkResponse(zpk, frequencies);
    // Gain −2, and a zero beyond 1: twice turned.
    expect(phase[0]).toBeCloseTo(0, 12);
    for (let i = 1; i < 20_000; i++) {
      const slope = (phase[i + 1] - phase[i - 1]) / ((2 * Math.PI) / 20_000);
      expect(Math.abs(slope + delay[i])).toBeLessThan(1e-4);
    }
    expect(10 ** (gainDb[5000] / 20)).toBeCloseTo(magnitudeAt(zpk, polar(1, Math.PI / 4)), 12);
  });

  it("is −∞ dB at a zero on the circle, with the delay of half a sample that it has elsewhere too", () => {
    const { gainDb, delay } = zpkResponse({ zeros: [complex(1)], poles: [], gain: 1 }, [0, 0.3]);
    expect(gainDb[0]).toBe(-Infinity);
    expect(delay[0]).toBe(0.5);
    expect(delay[1]).toBeCloseTo(0.5, 14);
  });

  it("steps to the gain at 0", () => {
    const sections = toSections(
      designIir({ family: "chebyshev2", order: 5, band: "lowpass", cutoff: 0.3, attenuation: 40 }),
    );
    expect(stepResponse(sections, 400)[399]).toBeCloseTo(1, 12);
  });
});

describe("filter-design/stability", () => {
  it.each([
    [
      [polar(0.99, 1), polar(0.99, -1), complex(0.2)],
      true,
      "stable: pole 0.99 ∠ 57.2958° is nearest the unit circle, 0.01 inside",
    ],
    [[complex(-1)], false, "unstable: pole -1 lies on the unit circle"],
    [
      [polar(1.02, -Math.PI / 6), polar(1.02, Math.PI / 6)],
      false,
      "unstable: pole 1.02 ∠ 30° lies outside the unit circle",
    ],
    [[], true, "stable: no poles"],
  ])("%#", (poles, stable, verdict) => {
    expect(stability(poles)).toMatchObject({ stable, verdict });
  });
});

describe("filter-design/plane", () => {
  it("closes pairs and keeps those given whole", () => {
    const points = [complex(0.5), polar(0.9, 1), polar(0.9, -1), polar(0.8, -2)];
    expect(farthest(closeConjugates(points), [...points, polar(0.8, 2)])).toBeLessThan(1e-15);
    expect(closeConjugates([polar(0.9, 1), polar(0.9, 1)]).length).toBe(4);
  });

  it("sets the gain at a frequency", () => {
    const zpk = fromPlane({ zeros: [complex(-1)], poles: [polar(0.95, 0.7)], frequency: 0.3, level: 2 });
    expect(magnitudeAt(zpk, polar(1, 0.3 * Math.PI))).toBeCloseTo(2, 13);
    expect(() => fromPlane({ zeros: [complex(1)], poles: [], frequency: 0, level: 1 })).toThrow(
      "filter-design/plane: the frequency of the gain must not be at a zero or a pole on the circle, got 0",
    );
  });
});

/** The cascade of {@link cascade}, every product and sum rounded to float32. */
function cascade32(sections: readonly Section[], x: Float64Array): Float64Array {
  const f = Math.fround;
  const y = x.slice();
  for (const [b0, b1, b2, , a1, a2] of sections) {
    let [s1, s2] = [0, 0];
    for (let n = 0; n < y.length; n++) {
      const output = f(f(b0 * y[n]) + s1);
      s1 = f(f(f(b1 * y[n]) - f(a1 * output)) + s2);
      s2 = f(f(b2 * y[n]) - f(a2 * output));
      y[n] = output;
    }
  }
  return y;
}

/** Error of float32 alone in dB: coefficients and input are float32's. */
function measured(sections: readonly Section[]): number {
  const rounded = sections.map((section) => section.map(Math.fround) as unknown as Section);
  const x = testNormals(5, 200_000).map(Math.fround);
  const [exact, actual] = [cascade(rounded, x), cascade32(rounded, x)];
  const energy = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
  return 10 * Math.log10(energy(exact.map((value, i) => value - actual[i])) / energy(exact));
}

describe("filter-design/round-off", () => {
  const systems = {
    steep,
    band: designIir({
      family: "elliptic",
      order: 5,
      band: "bandpass",
      cutoff: [0.2, 0.25],
      ripple: 0.5,
      attenuation: 70,
    }),
    narrow: designIir({ family: "chebyshev1", order: 6, band: "lowpass", cutoff: 0.01, ripple: 0.5 }),
    wide: designIirToMask("butterworth", { pass: 0.6, stop: 0.8, ripple: 0.5, attenuation: 60 }),
  };

  it.each(Object.entries(systems))("%s: the estimate is within 3 dB of float32, in any order", (_, zpk) => {
    const paired = toSections(zpk);
    for (const sections of [paired, orderSections(paired), paired.toReversed()]) {
      expect(Math.abs(roundOff(sections).noiseDb - measured(sections))).toBeLessThan(3);
    }
  });

  it.each(Object.entries(systems))(
    "%s: no exchange of two sections is quieter, and the filter is the same",
    (_, zpk) => {
      const ordered = orderSections(toSections(zpk));
      const best = roundOff(ordered).noiseDb;
      expect(best).toBeLessThan(roundOff(toSections(zpk)).noiseDb + 0.5);
      const [a, b] = [fromSections(ordered), zpk];
      expect(farthest(a.poles, b.poles)).toBeLessThan(1e-7);
      expect(Math.abs(a.gain / b.gain - 1)).toBeLessThan(1e-12);
    },
  );

  it("orders the steep elliptic to below −60 dB in float32", () => {
    expect(stability(steep.poles).radius).toBeGreaterThan(0.998);
    expect(measured(orderSections(toSections(steep)))).toBeLessThan(-60);
  });

  it("tells a pole that rounding puts outside", () => {
    const pole = 1 - 1e-9;
    expect(roundOff([[1, 0, 0, 1, -pole, 0]]).radius).toBe(1);
  });
});

describe("filter-design/residues", () => {
  it("sums to the response", () => {
    const designs = fc.record({
      order: fc.integer({ min: 1, max: 9 }),
      cutoff: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
    });
    fc.assert(
      fc.property(designs, ({ order, cutoff }) => {
        const zpk = designIir({ family: "elliptic", order, band: "lowpass", cutoff, ripple: 1, attenuation: 50 });
        const { direct, terms } = toParallel(zpk);
        for (let angle = 0; angle < 3; angle += 0.37) {
          const inverse = polar(1, -angle);
          const part = (residue: typeof inverse, pole: typeof inverse) =>
            div(residue, sub(complex(1), mul(pole, inverse)));
          const value = terms.reduce((sum, { residue, pole }) => {
            const own = add(sum, part(residue, pole));
            return pole.im === 0 ? own : add(own, part(conj(residue), conj(pole)));
          }, complex(direct));
          expect(Math.abs(abs(value) - magnitudeAt(zpk, conj(inverse)))).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 100 },
    );
  });
});
