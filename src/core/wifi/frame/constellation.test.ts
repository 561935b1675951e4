import { describe, expect, it } from "vitest";
import { wifiConstellation } from "./constellation.ts";
import { BITS_PER_CARRIER, type Modulation } from "./rates.ts";

const modulations = Object.keys(BITS_PER_CARRIER) as Modulation[];

/** Levels of the standard's tables in 18.3.5.8 by the bits of one axis, before normalization. */
const TABLES = {
  QPSK: { energy: 2, levels: { "0": -1, "1": 1 } },
  "16-QAM": { energy: 10, levels: { "00": -3, "01": -1, "11": 1, "10": 3 } },
  "64-QAM": {
    energy: 42,
    levels: { "000": -7, "001": -5, "011": -3, "010": -1, "110": 1, "111": 3, "101": 5, "100": 7 },
  },
} as const;

describe("constellations of 802.11", () => {
  it.each(modulations)("%s has unit energy, and neighbours differ in one bit", (modulation) => {
    const points = wifiConstellation(modulation);
    const count = points.length / 2;
    expect(points.reduce((sum, x) => sum + x * x, 0) / count).toBeCloseTo(1, 12);
    const distance = (a: number, b: number) =>
      Math.hypot(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
    const least = Math.min(...Array.from({ length: count - 1 }, (_, b) => distance(0, b + 1)));
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < a; b++) {
        expect(distance(a, b)).toBeGreaterThan(least - 1e-12);
        if (distance(a, b) < least + 1e-12) expect(Math.log2(a ^ b) % 1).toBe(0);
      }
    }
  });

  it("BPSK sends −1 for 0 and 1 for 1", () => {
    expect([...wifiConstellation("BPSK")]).toEqual([-1, 0, 1, 0]);
  });

  it.each(Object.keys(TABLES) as (keyof typeof TABLES)[])("%s equals the standard's table", (modulation) => {
    const { energy, levels } = TABLES[modulation];
    const points = wifiConstellation(modulation);
    for (const [inPhase, re] of Object.entries(levels)) {
      for (const [quadrature, im] of Object.entries(levels)) {
        const label = Number.parseInt(inPhase + quadrature, 2);
        expect(points[2 * label]).toBeCloseTo(re / Math.sqrt(energy), 12);
        expect(points[2 * label + 1]).toBeCloseTo(im / Math.sqrt(energy), 12);
      }
    }
  });
});
