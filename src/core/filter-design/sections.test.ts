import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abs, type Complex, complex, conj, mul, polar, scale, sub } from "./complex.ts";
import { fromSections, type Section, toSections } from "./sections.ts";
import { farthest, type ListedPoints, type ListedZpk, readVectors, relativeError, toPoints, toZpk } from "./testing.ts";
import { ratio, type Zpk } from "./zpk.ts";

interface Vectors {
  forms: { zpk: ListedZpk; sos: Section[]; response: ListedPoints }[];
  frequencies: number[];
}
const vectors = readVectors<Vectors>("iir");

/** The sections' response at z. */
function cascade(sections: readonly Section[], z: Complex): Complex {
  const quadratic = (c0: number, c1: number, c2: number) =>
    complex(c0 * (z.re ** 2 - z.im ** 2) + c1 * z.re + c2, 2 * c0 * z.re * z.im + c1 * z.im);
  return sections.reduce((value, [b0, b1, b2, a0, a1, a2]) => {
    const [above, below] = [quadratic(b0, b1, b2), quadratic(a0, a1, a2)];
    return scale(mul(mul(value, above), conj(below)), 1 / abs(below) ** 2);
  }, complex(1));
}

describe("filter-design/sections", () => {
  it.each(vectors.forms.map((form, i) => [i, form] as const))("pairs and orders system %i as SciPy does", (_, form) => {
    const sections = toSections(toZpk(form.zpk));
    expect(sections.length).toBe(form.sos.length);
    sections.forEach((section, i) => expect(relativeError(section, form.sos[i])).toBeLessThan(1e-12));
    const expected = toPoints(form.response);
    const size = Math.max(...expected.map(abs));
    vectors.frequencies.forEach((frequency, i) => {
      const z = polar(1, Math.PI * frequency);
      expect(abs(sub(cascade(sections, z), expected[i]))).toBeLessThan(1e-10 * size);
    });
  });

  const points = (radius: number) =>
    fc
      .record({
        pairs: fc.array(
          fc.tuple(fc.double({ min: 0.01, max: radius, noNaN: true }), fc.double({ min: 0.01, max: 3.1, noNaN: true })),
          { maxLength: 5 },
        ),
        reals: fc.array(fc.double({ min: -radius, max: radius, noNaN: true }), { maxLength: 3 }),
      })
      .map(({ pairs, reals }) => [
        ...pairs.flatMap(([r, angle]) => [polar(r, angle), polar(r, -angle)]),
        ...reals.map((re) => complex(re)),
      ]);

  it("has the response of zeros and poles, and gives them back", () => {
    fc.assert(
      fc.property(points(1.5), points(0.99), fc.double({ min: 0.1, max: 9, noNaN: true }), (zeros, poles, gain) => {
        fc.pre(zeros.length <= poles.length && poles.length > 0);
        const zpk: Zpk = { zeros, poles, gain };
        const sections = toSections(zpk);
        const back = fromSections(sections);
        for (let angle = 0.1; angle < 3; angle += 0.7) {
          const z = polar(1, angle);
          const expected = scale(ratio(zpk, z), gain);
          // In z⁻¹: what is missing in zeros are zeros at the origin.
          const advance = polar(1, angle * (poles.length - zeros.length));
          expect(abs(sub(cascade(sections, z), mul(expected, advance)))).toBeLessThan(1e-11 * (abs(expected) + gain));
          expect(abs(sub(scale(ratio(back, z), back.gain), cascade(sections, z)))).toBeLessThan(
            1e-7 * (abs(expected) + gain),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it("takes a section's roots where its numerator starts late or ends early", () => {
    const { zeros, poles, gain } = fromSections([
      [0, 2, 1, 1, 0, 0.25],
      [1, 0, 0, 1, -0.5, 0],
    ]);
    expect(gain).toBe(2);
    expect(farthest(zeros, [complex(-0.5), complex(0)])).toBe(0);
    expect(farthest(poles, [complex(0, 0.5), complex(0, -0.5), complex(0.5)])).toBe(0);
  });

  it("refuses a point without its conjugate", () => {
    expect(() => toSections({ zeros: [], poles: [polar(0.5, 1)], gain: 1 })).toThrow(
      "filter-design/sections: poles must come in conjugate pairs, got 0.5 ∠ 57.2958° alone",
    );
  });
});
