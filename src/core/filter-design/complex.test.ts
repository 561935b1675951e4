import { describe, expect, it } from "vitest";
import { testNormals } from "../gpu/testing.ts";
import { abs, type Complex, complex, polar, sub } from "./complex.ts";
import { complexCascade, complexZpk } from "./complex-sections.ts";
import { design, filterResponse, isComplex, tapsCount, type TapsFilter, toPoints } from "./registry.ts";
import type { FilterSpec, ListedPoint, ListedSection } from "./spec.ts";
import { complexTapsZeros } from "./fir/zeros.ts";
import { farthest } from "./testing.ts";

const numbers = testNormals(3, 100);
const listed = (from: number, count: number): ListedPoint[] =>
  Array.from({ length: count }, (_, k): ListedPoint => [numbers[from + 2 * k], numbers[from + 2 * k + 1]]);
const product = (p: Complex, q: Complex): [ListedPoint, ListedPoint] => [
  [-p.re - q.re, -p.im - q.im],
  [p.re * q.re - p.im * q.im, p.re * q.im + p.im * q.re],
];

describe("filter-design, complex coefficients", () => {
  const poles = [polar(0.9, 1), polar(0.5, -2), polar(0.7, 3), polar(0.99, -0.3)];
  const zeros = [polar(1, 2), polar(0.8, 0.1), polar(1.5, -1), complex(0, -1)];
  const sections = [0, 2].map((k): ListedSection => [
    [0, 2],
    ...turned(product(zeros[k], zeros[k + 1])),
    1,
    ...product(poles[k], poles[k + 1]),
  ]);
  /** Of a numerator that begins with 2j. */
  function turned(values: [ListedPoint, ListedPoint]): [ListedPoint, ListedPoint] {
    const twice = (value: ListedPoint): ListedPoint => {
      const [re, im] = [value].flat() as number[];
      return [-2 * im, 2 * re];
    };
    return [twice(values[0]), twice(values[1])];
  }

  it("finds zeros, poles and gain of sections, conjugates or not", () => {
    const filter = design({ type: "sections", sections });
    if (filter.kind !== "complex-iir") throw new TypeError(`got ${filter.kind}`);
    expect(farthest(filter.zpk.poles, poles)).toBeLessThan(1e-14);
    expect(farthest(filter.zpk.zeros, zeros)).toBeLessThan(1e-14);
    expect(abs(sub(filter.zpk.gain, complex(-4)))).toBeLessThan(1e-14);
    expect(filter.stability).toMatchObject({ stable: true, radius: expect.closeTo(0.99, 12) });
    expect(filter.stability.verdict).toContain("0.99 ∠ -17.1887°");
  });

  it.each<[string, FilterSpec]>([
    ["sections", { type: "sections", sections }],
    ["taps", { type: "taps", taps: listed(0, 12) }],
  ])("has a response on both sides that is the transform of what it does: %s", (_, spec) => {
    const filter = design(spec);
    expect(isComplex(filter)).toBe(true);
    const impulse = new Float64Array(2 * 8000).fill(1, 0, 1);
    const h =
      filter.kind === "complex-iir"
        ? toPoints(complexCascade(filter.sections, impulse))
        : toPoints((filter as TapsFilter).taps);
    const frequencies = Array.from({ length: 81 }, (_, i) => (i - 40) / 40);
    const { gainDb, phase, delay } = filterResponse(filter, frequencies);
    frequencies.forEach((f, i) => {
      const at = (frequency: number) =>
        h.reduce((sum, c, n) => {
          const turn = polar(1, -Math.PI * frequency * n);
          return complex(sum.re + c.re * turn.re - c.im * turn.im, sum.im + c.re * turn.im + c.im * turn.re);
        }, complex(0));
      const here = at(f);
      expect(abs(sub(here, polar(10 ** (gainDb[i] / 20), phase[i])))).toBeLessThan(1e-9 * (1 + abs(here)));
      // At a zero of the response no delay is defined.
      if (abs(here) < 1e-9) return;
      const step = 1e-5;
      const [before, after] = [at(f - step), at(f + step)];
      const turn = Math.atan2(after.im * before.re - after.re * before.im, after.re * before.re + after.im * before.im);
      expect(delay[i]).toBeCloseTo(-turn / (2 * Math.PI * step), 3);
    });
  });

  it("counts pairs without imaginary parts as real", () => {
    expect(design({ type: "taps", taps: [[1, 0], 2, [3, 0]] })).toEqual({
      kind: "fir",
      taps: Float64Array.of(1, 2, 3),
    });
    const real = design({ type: "sections", sections: [[[1, 0], 0, 0, 1, [-0.5, 0], 0]] });
    expect(real).toEqual(design({ type: "sections", sections: [[1, 0, 0, 1, -0.5, 0]] }));
    expect(tapsCount(design({ type: "taps", taps: listed(0, 5) }) as TapsFilter)).toBe(5);
  });

  it("finds the zeros of complex taps", () => {
    const points = [polar(1, 0.5), polar(1, -2), polar(0.6, 3), complex(0, 1.7)];
    const taps = points.reduce<Complex[]>(
      (a, p) =>
        [...a, complex(0)].map((c, k) =>
          k ? sub(c, complex(a[k - 1].re * p.re - a[k - 1].im * p.im, a[k - 1].re * p.im + a[k - 1].im * p.re)) : c,
        ),
      [complex(1)],
    );
    expect(farthest(complexTapsZeros(taps), points)).toBeLessThan(1e-12);
  });

  it("filters piece by piece as in one", () => {
    const filter = design({ type: "sections", sections });
    if (filter.kind !== "complex-iir") throw new TypeError(`got ${filter.kind}`);
    const x = numbers.slice(0, 80);
    const state = filter.sections.map((): [Complex, Complex] => [complex(0), complex(0)]);
    const pieces = [x.slice(0, 14), x.slice(14)].flatMap((piece) => [...complexCascade(filter.sections, piece, state)]);
    expect(pieces).toEqual([...complexCascade(filter.sections, x)]);
    expect(complexZpk([]).poles).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ type: "taps", taps: [1, [2]] }, "taps must be a list of 1 to 65536 numbers and pairs [re, im]"],
    [{ type: "taps", taps: [] }, "taps must be a list of 1 to 65536 numbers and pairs [re, im]"],
    [
      { type: "sections", sections: [[1, 0, 0, [1, 0.5], 0, 0]] },
      "sections must be a list of [b0, b1, b2, 1, a1, a2], each a number or a pair [re, im]",
    ],
  ])("refuses %j", (spec, message) => {
    expect(() => design(spec as FilterSpec)).toThrow(message);
  });
});
