import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { fir } from "./direct.reference.ts";
import { overlapSaveFir } from "./overlap-save.reference.ts";
import { createOverlapSaveFir } from "./overlap-save.ts";
import { awkwardCases, filterBoth, filterPages, liquid } from "./testing.ts";

describe("fir/overlap-save", () => {
  it.each(awkwardCases)("filters as the reference does: %o", async (one) => {
    for (const { got, expected } of await filterBoth(createOverlapSaveFir, one, one.taps)) {
      expect(errorDb(got, expected)).toBeLessThan(-115);
    }
  });

  it.each([
    { kind: "real", taps: 2048, length: 9001 },
    { kind: "complex", taps: 2047, complexTaps: true, length: 700, pages: 9 },
    { kind: "complex", taps: 1025, signals: 2, length: 6000, decimation: 2 },
    { kind: "real", taps: 49, signals: 600, length: 1000 },
  ] as const)("takes long filters, and many blocks a workgroup: %o", async (one) => {
    for (const { got, expected } of await filterBoth(createOverlapSaveFir, one, one.taps)) {
      expect(errorDb(got, expected)).toBeLessThan(-115);
    }
  });

  it.each([
    { kind: "real", taps: 17, length: 64 },
    { kind: "complex", taps: 31, complexTaps: true, decimation: 3, length: 48 },
  ] as const)("has a reference that agrees with the direct one: %o", ({ taps, length, ...filter }) => {
    const [x, h] = [testNormals(taps, 600), testNormals(taps + 1, 2 * taps)];
    expect(errorDb(overlapSaveFir(x, h, filter, 2 * length), fir(x, h, filter))).toBeLessThan(-250);
  });

  it.skipIf(liquid.cases.length === 0)(`liquid-dsp's filters (skipped without ${liquid.file})`, async () => {
    for (const { name, x, y, ...filter } of liquid.cases) {
      const length = x.length / (filter.kind === "complex" ? 2 : 1);
      const [got] = await filterPages(createOverlapSaveFir, filter, [x], length);
      expect(errorDb(got, y), name).toBeLessThan(-115);
    }
  });

  it.each([
    [{ taps: new Float64Array(2049) }, "taps must be at most 2048, got 2049: use fir/direct"],
    [{ length: 7, decimation: 2 }, "length must be a multiple of the decimation, 2, got 7"],
  ])("refuses what does not fit", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { kind: "real", signals: 1, length: 6, taps: Float64Array.of(1), input, ...wrong } as const;
    await expect(createOverlapSaveFir(device, config)).rejects.toThrow(`fir/overlap-save: ${message}`);
  });
});
