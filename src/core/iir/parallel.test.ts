import { describe, expect, it } from "vitest";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { cascade } from "../filter-design/cascade.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { parallel } from "./parallel.reference.ts";
import { createParallel } from "./parallel.ts";
import { cancellationDb, filterEach, filterPages, iir } from "./testing.ts";

const butterworth = (order: number): FilterSpec => ({ type: "butterworth", order, cutoff: 0.2 });
const elliptic: FilterSpec = { type: "elliptic", order: 16, cutoff: [0.2, 0.3], ripple: 0.5, attenuation: 60 };

describe("iir/parallel", () => {
  it.each([
    { spec: butterworth(1), kind: "real", signals: 1, length: 1, page: 1 },
    { spec: butterworth(2), kind: "real", signals: 1, length: 10_007, page: 10_007 },
    { spec: butterworth(7), kind: "real", signals: 3, length: 5003, page: 1009 },
    { spec: butterworth(7), kind: "real", signals: 3, length: 5003, page: 1012 },
    { spec: butterworth(8), kind: "complex", signals: 2, length: 5003, page: 2503 },
    { spec: butterworth(9), kind: "complex", signals: 1, length: 90, page: 7 },
    { spec: elliptic, kind: "real", signals: 1, length: 600_011, page: 300_007 },
    { spec: elliptic, kind: "complex", signals: 5, length: 1300, page: 1025 },
    { spec: elliptic, kind: "real", signals: 2, length: 40_009, page: 20_005, tiles: 8 },
    { spec: butterworth(8), kind: "complex", signals: 1, length: 4096, page: 2048, tiles: 4 },
  ] as const)(
    "agrees with float64: $spec.type $spec.order, $signals × $length $kind samples, pages of $page",
    async ({ spec, kind, signals, length, page, ...tiles }) => {
      const filter = iir(spec);
      const x = Float32Array.from(testNormals(length + page, signals * length * (kind === "real" ? 1 : 2)));
      const create: typeof createParallel = (device, config) => createParallel(device, { ...config, ...tiles });
      const y = await filterPages(await testDevice(), create, filter, { kind, signals, x }, page);
      const expected = filterEach((one) => parallel(filter, one), { kind, signals, x });
      expect(errorDb(y, expected)).toBeLessThan(-125 + cancellationDb(filter));
      const cascaded = filterEach((one) => cascade(filter.sections, one), { kind, signals, x });
      expect(errorDb(expected, cascaded)).toBeLessThan(-250);
    },
  );

  it("answers an impulse with the powers of its poles", async () => {
    const filter = iir({
      type: "zeros-poles",
      zeros: [],
      poles: [
        [0, 0.9],
        [0, -0.9],
      ],
      gain: 1,
    });
    const x = new Float32Array(100);
    x[0] = 1;
    const y = await filterPages(await testDevice(), createParallel, filter, { kind: "real", signals: 1, x }, 100);
    // 1 / (1 + 0.81 z⁻²)
    const expected = x.map((_, n) => (n % 2 ? 0 : (-0.81) ** (n / 2)));
    expect(errorDb(y, expected)).toBeLessThan(-130);
  });

  it.each([
    [{ type: "zeros-poles", zeros: [], poles: [0.5, 0.5], gain: 1 }, {}, "poles must be distinct, got 0.5 twice"],
    [{ type: "zeros-poles", zeros: [0.1, 0.2], poles: [0.5], gain: 1 }, {}, "must have no more zeros than poles"],
    [{ type: "sections", sections: [[0, 1, 0, 1, -0.5, 0]] }, {}, "sections must not begin with a delay, got b0 = 0"],
    [butterworth(2), { signals: 0 }, "iir/parallel: signals must be a positive integer, got 0"],
    [butterworth(2), { length: 0 }, "iir/parallel: length must be a positive integer, got 0"],
    [butterworth(2), { tiles: 0.5 }, "iir/parallel: tiles must be a positive integer, got 0.5"],
    [
      butterworth(2),
      { length: 2 ** 28 + 1 },
      `iir/parallel: length must be at most ${4096 * TEST_INVOCATIONS ** 2}, got 268435457`,
    ],
  ] as const)("refuses %o, %o", async (spec, change, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { kind: "real", signals: 1, length: 64, input, filter: iir(spec as FilterSpec), ...change } as const;
    await expect(createParallel(device, config)).rejects.toThrow(message);
  });
});
