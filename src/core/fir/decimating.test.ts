import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { createDecimatingFir } from "./decimating.ts";
import { type FirCase, filterBoth, filterPages } from "./testing.ts";

describe("fir/decimating", () => {
  it.each<FirCase>([
    { kind: "real", taps: 64, length: 6 * 2001, pages: 2, decimation: 6 },
    { kind: "real", taps: 64, length: 8 * 1501, pages: 3, decimation: 8 },
    { kind: "real", taps: 1, length: 7 * 1111, decimation: 7 },
    { kind: "real", taps: 201, signals: 3, length: 10 * 777, pages: 2, decimation: 10 },
    { kind: "real", taps: 77, length: 17 * 301, pages: 2, decimation: 17 },
    { kind: "real", taps: 801, length: 33 * 101, pages: 2, decimation: 33 },
    { kind: "real", taps: 5, length: 40 * 201, decimation: 40 },
    { kind: "complex", taps: 64, length: 8 * 701, pages: 2, decimation: 8 },
    { kind: "complex", taps: 129, signals: 2, length: 9 * 55, pages: 4, decimation: 9 },
    { kind: "complex", taps: 40, length: 6, pages: 30, decimation: 6 },
    { kind: "complex", taps: 301, length: 19 * 99, pages: 2, decimation: 19 },
  ])("agrees with the reference: %o", async (one) => {
    for (const { got, expected } of await filterBoth(createDecimatingFir, one, one.taps)) {
      expect(errorDb(got, expected)).toBeLessThan(-120);
    }
  });

  it("gives the same numbers for pages of any size", async () => {
    const [x, taps] = [testNormals(1, 2 * 1260).map(Math.fround), testNormals(2, 97).map(Math.fround)];
    for (const decimation of [6, 7, 10, 20]) {
      const filter = { kind: "complex", taps, decimation } as const;
      const [whole] = await filterPages(createDecimatingFir, filter, [x], 1260);
      expect(await filterPages(createDecimatingFir, filter, [x], 420)).toEqual([whole]);
    }
  });

  it.each([
    [{ decimation: 2 }, "got 1/2 with 1 taps; use fir/direct"],
    [{ decimation: 65 }, "got 1/65 with 1 taps"],
    [{ taps: new Float64Array(4000) }, "got 1/6 with 4000 taps"],
    [{ taps: new Float64Array(8), complexTaps: true }, "got 1/6 with 4 complex taps"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const sizes = { kind: "real", signals: 1, length: 2 * 5 * 13 * 6, decimation: 6 } as const;
    const config = { ...sizes, taps: Float64Array.of(1), input, ...wrong };
    await expect(createDecimatingFir(device, config)).rejects.toThrow(message);
  });
});
