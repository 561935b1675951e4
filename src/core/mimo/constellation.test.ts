import { expect, it } from "vitest";
import { constellation } from "../constellation/constellation.ts";
import { STORED, storedVectors } from "./testing.ts";

it.each(STORED)("the constellation of TS 38.211 equals Sionna's: %s", (name) => {
  const vectors = storedVectors(name);
  const points = constellation(vectors.bits_per_symbol, "38.211");
  const { points_re, points_im } = vectors.constellation;
  for (const [i, re] of points_re.entries()) {
    expect(points[2 * i]).toBeCloseTo(re, 6);
    expect(points[2 * i + 1]).toBeCloseTo(points_im[i], 6);
  }
});
