import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";

describe("blocks/synchronization/correlator", () => {
  it.each([
    ["complex", "1,1,1,1,1,-1,-1,1,1,-1,1,-1,1", "0,0,0,0,0,0,0,0,0,0,0,0.5,0"],
    ["real", "1,2,-3,0.5", "0"],
  ])("is 1 at a known sequence of %s samples, for any gain and phase", async (type, sequence, imaginary) => {
    const random = testNormals(8, 1200);
    const s = sequence.split(",").map(Number);
    const q = imaginary.split(",").map(Number);
    const width = type === "complex" ? 2 : 1;
    const x = Float32Array.from(random.subarray(0, 600 * width));
    for (const [k, value] of s.entries()) {
      const imaginaryPart = q[k % q.length];
      const own = width === 2 ? [-3 * imaginaryPart, 3 * value] : [-3 * value];
      x.set(own, width * (300 + k));
    }
    const parameters = { type, sequence, imaginary };
    const { out } = await blockOutputs("correlator", parameters, { inputs: { in: x }, page: [301, 2, 0, 297] });
    expect(errorDb(out, inFloat64("correlator", parameters, { in: x }).out)).toBeLessThan(-120);
    expect(out[299 + s.length]).toBeCloseTo(1, 5);
    expect(Math.max(...out.subarray(320))).toBeLessThan(0.999999);
  });

  it("refuses imaginary parts that do not fit", () => {
    expect(() => inFloat64("correlator", { sequence: "1,2,3", imaginary: "1,2" }, { in: [] })).toThrow(
      "imaginary parts must be one or 3 numbers, as many as the sequence has, got 2",
    );
  });
});
