import { describe, expect, it } from "vitest";
import {
  axisLevels,
  axisUnit,
  type BitsPerSymbol,
  constellation,
  type Labelling,
  mapBits,
  nearestPoint,
} from "./constellation.ts";

const ORDERS = [2, 4, 6, 8] as const;

/** Levels of the tables in IEEE Std 802.11-2012, 18.3.5.8, by the bits of one axis, before normalization. */
const TABLES = [
  { bits: 2, energy: 2, levels: { "0": -1, "1": 1 } },
  { bits: 4, energy: 10, levels: { "00": -3, "01": -1, "11": 1, "10": 3 } },
  {
    bits: 6,
    energy: 42,
    levels: { "000": -7, "001": -5, "011": -3, "010": -1, "110": 1, "111": 3, "101": 5, "100": 7 },
  },
] as const;

describe.each(["802.11", "38.211"] as const)("constellations of %s", (labelling: Labelling) => {
  it.each(ORDERS)("%i bits: unit energy, neighbours differ in one bit", (bits) => {
    const points = constellation(bits, labelling);
    const energy = points.reduce((sum, x) => sum + x * x, 0) / 2 ** bits;
    expect(energy).toBeCloseTo(1, 12);
    const nearest = 2 * axisUnit(bits);
    let [pairs, least] = [0, Infinity];
    for (let a = 0; a < 2 ** bits; a++) {
      for (let b = 0; b < a; b++) {
        const distance = Math.hypot(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
        least = Math.min(least, distance);
        if (distance > nearest + 1e-12) continue;
        pairs++;
        expect(Math.log2(a ^ b) % 1).toBe(0);
      }
    }
    expect(least).toBeGreaterThan(nearest - 1e-12);
    const axis = 2 ** (bits / 2);
    expect(pairs).toBe(2 * axis * (axis - 1));
  });

  it("maps bits to points, which are nearest to themselves", () => {
    const points = constellation(6, labelling);
    const bits = Array.from({ length: 64 * 6 }, (_, i) => (Math.floor(i / 6) >> (5 - (i % 6))) & 1);
    expect(mapBits(bits, points)).toEqual(points);
    for (let label = 0; label < 64; label++) {
      const [re, im] = points.subarray(2 * label, 2 * label + 2);
      expect(nearestPoint(points, re, im)).toEqual({ label, distance: 0 });
      expect(nearestPoint(points, re + 0.1, im).distance).toBeCloseTo(0.01, 12);
    }
  });
});

describe("the labels of IEEE 802.11", () => {
  it("send −1 for 0 and 1 for 1 in BPSK", () => {
    expect([...constellation(1, "802.11")]).toEqual([-1, 0, 1, 0]);
  });

  it.each(TABLES)("equal the standard's table: $bits bits", ({ bits, energy, levels }) => {
    const points = constellation(bits, "802.11");
    for (const [inPhase, re] of Object.entries(levels)) {
      for (const [quadrature, im] of Object.entries(levels)) {
        const label = Number.parseInt(inPhase + quadrature, 2);
        expect(points[2 * label]).toBeCloseTo(re / Math.sqrt(energy), 12);
        expect(points[2 * label + 1]).toBeCloseTo(im / Math.sqrt(energy), 12);
      }
    }
  });
});

describe("the labels of TS 38.211", () => {
  it.each(ORDERS)("%i bits: ordered levels are labelled with the inverted Gray code of their index", (bits) => {
    const levels = axisLevels(bits, "38.211");
    for (let i = 0; i < levels.length; i++) {
      const label = (levels.length - 1) ^ i ^ (i >> 1);
      expect(levels[label]).toBeCloseTo((2 * i + 1 - levels.length) * axisUnit(bits), 12);
    }
  });

  it.each(ORDERS)("%i bits: follow the standard's formulas, 5.1.3 to 5.1.6", (bits: BitsPerSymbol) => {
    const points = constellation(bits, "38.211");
    const sign = (label: number, b: number) => 1 - 2 * ((label >> (bits - 1 - b)) & 1);
    // (1 − 2b₀)(8 − (1 − 2b₂)(4 − (1 − 2b₄)(2 − (1 − 2b₆)))) for 256-QAM; fewer brackets for fewer bits.
    const level = (label: number, axis: number) => {
      let value = sign(label, bits - 2 + axis);
      for (let i = 1; i < bits / 2; i++) value = sign(label, bits - 2 - 2 * i + axis) * (2 ** i - value);
      return value / Math.sqrt({ 2: 2, 4: 10, 6: 42, 8: 170 }[bits]);
    };
    for (let label = 0; label < 2 ** bits; label++) {
      expect(points[2 * label]).toBeCloseTo(level(label, 0), 12);
      expect(points[2 * label + 1]).toBeCloseTo(level(label, 1), 12);
    }
  });
});
