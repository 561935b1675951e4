import { describe, expect, it } from "vitest";
import { axisLevels, axisUnit, type BitsPerSymbol, constellation } from "./constellation.ts";
import { STORED, storedVectors } from "./testing.ts";

const ORDERS = [2, 4, 6, 8] as const;

describe("constellations of TS 38.211", () => {
  it.each(ORDERS)("%i bits: unit energy, neighbours differ in one bit", (bits) => {
    const points = constellation(bits);
    const energy = points.reduce((sum, x) => sum + x * x, 0) / 2 ** bits;
    expect(energy).toBeCloseTo(1, 12);
    const nearest = 2 * axisUnit(bits);
    let pairs = 0;
    for (let a = 0; a < 2 ** bits; a++) {
      for (let b = 0; b < a; b++) {
        const distance = Math.hypot(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
        expect(distance).toBeGreaterThan(nearest - 1e-12);
        if (distance > nearest + 1e-12) continue;
        pairs++;
        expect(Math.log2(a ^ b) % 1).toBe(0);
      }
    }
    const axis = 2 ** (bits / 2);
    expect(pairs).toBe(2 * axis * (axis - 1));
  });

  it.each(ORDERS)("%i bits: ordered levels are labelled with the inverted Gray code of their index", (bits) => {
    const levels = axisLevels(bits);
    for (let i = 0; i < levels.length; i++) {
      const label = (levels.length - 1) ^ i ^ (i >> 1);
      expect(levels[label]).toBeCloseTo((2 * i + 1 - levels.length) * axisUnit(bits), 12);
    }
  });

  it("follow the standard's formulas", () => {
    const [a, b, c, d] = [1, 0, 1, 1];
    const at = (bits: BitsPerSymbol, index: number) => [...constellation(bits).subarray(2 * index, 2 * index + 2)];
    const sign = (bit: number) => 1 - 2 * bit;
    const [x16, y16] = at(4, 0b1011);
    expect(x16).toBeCloseTo((sign(a) * (2 - sign(c))) / Math.sqrt(10), 12);
    expect(y16).toBeCloseTo((sign(b) * (2 - sign(d))) / Math.sqrt(10), 12);
    const [x256, y256] = at(8, 0b10110001);
    expect(x256).toBeCloseTo((-1 * (8 - -1 * (4 - 1 * (2 - 1)))) / Math.sqrt(170), 12);
    expect(y256).toBeCloseTo((1 * (8 - -1 * (4 - 1 * (2 - -1)))) / Math.sqrt(170), 12);
  });

  it.each(STORED)("equal Sionna's: %s", (name) => {
    const vectors = storedVectors(name);
    const points = constellation(vectors.bits_per_symbol);
    const { points_re, points_im } = vectors.constellation;
    for (const [i, re] of points_re.entries()) {
      expect(points[2 * i]).toBeCloseTo(re, 6);
      expect(points[2 * i + 1]).toBeCloseTo(points_im[i], 6);
    }
  });
});
