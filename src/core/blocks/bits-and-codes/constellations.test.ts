import { describe, expect, it } from "vitest";
import { pointsOf } from "./constellations.float64.ts";
import { CONSTELLATION_NAMES } from "./testing.ts";

describe("blocks/bits-and-codes/constellations", () => {
  it.each(CONSTELLATION_NAMES)("%s has unit mean energy, and neighbours that differ in one bit", (name) => {
    const points = pointsOf(name);
    const size = points.length / 2;
    expect(points.reduce((sum, value) => sum + value * value, 0) / size).toBeCloseTo(1, 12);
    const distance = (a: number, b: number) =>
      Math.hypot(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
    const labels = Array.from({ length: size }, (_, label) => label);
    const least = Math.min(...labels.slice(1).map((label) => distance(0, label)));
    for (const a of labels) {
      for (const b of labels) {
        if (a === b || distance(a, b) > 1.001 * least) continue;
        expect([1, 2, 4, 8, 16, 32, 64, 128]).toContain(a ^ b);
      }
    }
  });
});
