import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { fir } from "./direct.reference.ts";
import { createDirectFir } from "./direct.ts";
import { awkwardCases, filterBoth, filterPages, liquidCases } from "./testing.ts";

describe("fir/direct", () => {
  it.each(awkwardCases)("agrees with the reference: %o", async (one) => {
    for (const { got, expected } of await filterBoth(createDirectFir, one, one.taps)) {
      expect(errorDb(got, expected)).toBeLessThan(-120);
    }
  });

  it("gives the same numbers for pages of any size", async () => {
    const [x, taps] = [testNormals(1, 2 * 900).map(Math.fround), testNormals(2, 2 * 97).map(Math.fround)];
    for (const decimation of [1, 3]) {
      const filter = { kind: "complex", complexTaps: true, taps, decimation } as const;
      const [whole] = await filterPages(createDirectFir, filter, [x], 900);
      for (const length of [9, 90, 300])
        expect(await filterPages(createDirectFir, filter, [x], length)).toEqual([whole]);
    }
  });

  it("responds to an impulse with its taps, thousands of them", async () => {
    const taps = testNormals(3, 2999).map(Math.fround);
    const x = new Float64Array(3000);
    x[0] = 1;
    const [y] = await filterPages(createDirectFir, { kind: "real", taps }, [x], 1000);
    expect([...y]).toEqual([...taps, 0]);
  });

  it("liquid-dsp's filters", async () => {
    const cases = liquidCases();
    expect(cases.length).toBeGreaterThan(15);
    for (const { name, x, y, ...filter } of cases) {
      expect(errorDb(fir(x, filter.taps, filter), y), name).toBeLessThan(-180);
      const length = x.length / (filter.kind === "complex" ? 2 : 1);
      const [got] = await filterPages(createDirectFir, filter, [x], length);
      expect(errorDb(got, y), name).toBeLessThan(-120);
    }
  });

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ length: -6 }, "length must be a positive integer, got -6"],
    [{ decimation: 0.5 }, "decimation must be a positive integer, got 0.5"],
    [{ decimation: 4 }, "length must be a multiple of the decimation, 4, got 6"],
    [{ taps: new Float64Array() }, "taps must hold one or more numbers, got 0"],
    [{ taps: Float64Array.of(1, 2, 3), complexTaps: true }, "taps must hold one or more pairs of numbers, got 3"],
    [{ taps: Float64Array.of(1, Number.NaN) }, "taps must be finite as float32, got NaN"],
    [{ taps: Float64Array.of(1e39) }, "taps must be finite as float32, got 1e+39"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { kind: "real", signals: 1, length: 6, taps: Float64Array.of(1), input, ...wrong } as const;
    await expect(createDirectFir(device, config)).rejects.toThrow(`fir/direct: ${message}`);
  });
});
