import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abs, type Complex, complex, conj, polar } from "../complex.ts";
import { farthest, toTransferFunction } from "../testing.ts";
import { remez } from "./remez.ts";
import { windowed } from "./windowed.ts";
import { tapsZeros } from "./zeros.ts";

const tapsOf = (zeros: readonly Complex[], gain = 1) => toTransferFunction({ zeros, poles: [], gain }).b;

describe("filter-design/fir/zeros", () => {
  it("finds the zeros that taps were made of", () => {
    const far = fc.record({
      upper: fc.array(fc.tuple(fc.double({ min: 0.3, max: 3, noNaN: true }), fc.integer({ min: 1, max: 19 })), {
        minLength: 1,
        maxLength: 8,
      }),
      real: fc.uniqueArray(fc.integer({ min: -12, max: 12 }), { maxLength: 4 }),
      gain: fc.constantFrom(1, -3e5, 2e-9),
    });
    fc.assert(
      fc.property(far, ({ upper, real, gain }) => {
        const angles = new Set(upper.map(([, angle]) => angle));
        const pairs = upper
          .filter(([, angle]) => angles.delete(angle))
          .map(([r, angle]) => polar(r, (Math.PI * angle) / 20));
        const zeros = [
          ...pairs.flatMap((z) => [z, conj(z)]),
          ...real.filter((re) => re !== 0).map((re) => complex(re / 4)),
        ];
        const found = tapsZeros(tapsOf(zeros, gain));
        expect(found).toHaveLength(zeros.length);
        expect(farthest(found, zeros)).toBeLessThan(1e-7);
      }),
      { numRuns: 60 },
    );
  });

  it("puts an equiripple filter's stop-band zeros on the circle, the others in mirrored fours", () => {
    const { taps } = remez({ length: 201, bands: [0, 0.3, 0.33, 1], gains: [1, 1, 0, 0], weights: [1, 10] });
    const zeros = tapsZeros(taps);
    expect(zeros).toHaveLength(200);
    const on = zeros.filter((zero) => Math.abs(abs(zero) - 1) < 1e-6);
    expect(on.length).toBeGreaterThan(130);
    for (const zero of zeros) {
      const mirror = polar(1 / abs(zero), Math.atan2(zero.im, zero.re));
      expect(Math.min(...zeros.map((other) => abs(complex(other.re - mirror.re, other.im - mirror.im))))).toBeLessThan(
        1e-6,
      );
    }
  });

  it("takes taps of 0 at the ends for a delay", () => {
    expect(farthest(tapsZeros([0, 0, 1, 0, 4, 0]), [complex(0, 2), complex(0, -2)])).toBeLessThan(1e-14);
    expect(tapsZeros(windowed({ length: 31, cutoff: 0.3, passZero: true, window: "hann" }))).toHaveLength(28);
    expect(tapsZeros([0, 5, 0])).toEqual([]);
    expect(tapsZeros([0])).toEqual([]);
  });

  it("finds zeros that lie together as well as float64 tells them", () => {
    const found = tapsZeros([1, 4, 6, 4, 1]);
    expect(found).toHaveLength(4);
    for (const zero of found) expect(abs(complex(zero.re + 1, zero.im))).toBeLessThan(2e-3);
  });
});
