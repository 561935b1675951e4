import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../gpu/testing.ts";
import { fft } from "./fft.float64.ts";
import { createPffft, pffftLength } from "./pffft.ts";

describe("fft/pffft", () => {
  it.each([16, 48, 1024, 6000])("transforms %i points forward and inverse", async (length) => {
    const x = testNormals(length, 2 * length);
    const pffft = await createPffft(length, 2);
    pffft.vector(0).set(x);
    pffft.transform(0, 1);
    expect(errorDb(pffft.vector(1), fft(x))).toBeLessThan(-130);
    pffft.transform(1, 0, true);
    const scaled = x.map((value) => value * length);
    expect(errorDb(pffft.vector(0), scaled)).toBeLessThan(-130);
    pffft.destroy();
  });

  it("knows the lengths that it takes", async () => {
    expect([1, 17, 1000, 12_857].map(pffftLength)).toEqual([16, 32, 1024, 12_960]);
    await expect(createPffft(1000, 1)).rejects.toThrow("length must be 2^a·3^b·5^c with a ≥ 4, got 1000");
  });
});
