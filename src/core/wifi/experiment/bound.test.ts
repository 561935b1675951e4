import { describe, expect, it } from "vitest";
import { rateOf } from "../frame/rates.ts";
import { boundOf, unionBound } from "./bound.ts";
import { PUBLISHED_PER } from "./published.ts";

describe("the union bound of the packet error rate", () => {
  // The published curves are 0.1 to 0.4 dB to the right of an ideal receiver's, and the bound is loose above 1 %.
  it.each(PUBLISHED_PER.map((curve) => [curve.rateMbps, curve.bytes, curve.points] as const))(
    "at %i Mbit/s with %i octets meets the published curve at low rates within 0.5 dB",
    (rateMbps, bytes, points) => {
      const [snrDb, per] = points.findLast(([, per]) => per > 4e-4)!;
      expect(unionBound(rateOf(rateMbps), bytes, snrDb - 0.5)).toBeGreaterThan(per);
      expect(unionBound(rateOf(rateMbps), bytes, snrDb + 0.25)).toBeLessThan(per);
    },
  );

  it("is listed where it is of use, falling", () => {
    const { rateMbps, points } = boundOf(rateOf(12), 100);
    expect(rateMbps).toBe(12);
    expect(points.every(([, bound], i) => bound < (points[i - 1]?.[1] ?? 1))).toBe(true);
    expect(points.at(-1)![1]).toBeLessThan(1e-6);
  });

  it("is at rate 1/2 of BPSK the sum over the weights of events", () => {
    // At 6 dB only the free distance counts: 11 events of weight 10, each with Q(√(2·10·10^0.6)).
    expect(unionBound(rateOf(6), 100, 6)).toBeCloseTo(0, 12);
    expect(unionBound(rateOf(6), 100, 3) / unionBound(rateOf(6), 200, 3)).toBeCloseTo(816 / 1616, 9);
  });
});
