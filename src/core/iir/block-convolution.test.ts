import { describe, expect, it } from "vitest";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { blockConvolution } from "./block-convolution.reference.ts";
import { createBlockConvolution } from "./block-convolution.ts";
import { cascade } from "../filter-design/cascade.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { filterEach, filterPages, iir } from "./testing.ts";

const butterworth = (order: number): FilterSpec => ({ type: "butterworth", order, cutoff: 0.2 });
const elliptic: FilterSpec = { type: "elliptic", order: 16, cutoff: [0.2, 0.3], ripple: 0.5, attenuation: 60 };

describe("iir/block-convolution", () => {
  it.each([
    { spec: butterworth(1), kind: "real", signals: 1, length: 1, page: 1 },
    { spec: butterworth(2), kind: "real", signals: 1, length: 10_007, page: 10_007 },
    { spec: butterworth(7), kind: "real", signals: 3, length: 5003, page: 1009 },
    { spec: butterworth(8), kind: "complex", signals: 2, length: 5003, page: 2503 },
    { spec: butterworth(9), kind: "complex", signals: 1, length: 90, page: 7 },
    { spec: elliptic, kind: "real", signals: 1, length: 270_011, page: 265_007 },
    { spec: elliptic, kind: "complex", signals: 5, length: 1300, page: 1025 },
    { spec: butterworth(8), kind: "real", signals: 2, length: 9001, page: 7300, share: 4 },
    { spec: butterworth(8), kind: "complex", signals: 2, length: 5003, page: 4099, share: 2 },
  ] as const)(
    "agrees with float64: $spec.type $spec.order, $signals × $length $kind samples, pages of $page",
    async ({ spec, kind, signals, length, page, ...share }) => {
      const filter = iir(spec);
      const x = Float32Array.from(testNormals(length + page, signals * length * (kind === "real" ? 1 : 2)));
      const create: typeof createBlockConvolution = (device, config) =>
        createBlockConvolution(device, { ...config, ...share });
      const y = await filterPages(await testDevice(), create, filter, { kind, signals, x }, page);
      const expected = filterEach((one) => blockConvolution(filter, one, 256), { kind, signals, x });
      expect(errorDb(y, expected)).toBeLessThan(-120);
      const cascaded = filterEach((one) => cascade(filter.sections, one), { kind, signals, x });
      expect(errorDb(expected, cascaded)).toBeLessThan(-240);
    },
  );

  it("filters a step correctly over many blocks", async () => {
    const filter = iir({ type: "zeros-poles", zeros: [], poles: [0.9999], gain: 1e-4 });
    const x = new Float32Array(50_000).fill(1);
    const y = await filterPages(
      await testDevice(),
      createBlockConvolution,
      filter,
      { kind: "real", signals: 1, x },
      20_000,
    );
    const expected = Float64Array.from(x, (_, n) => 1 - 0.9999 ** (n + 1));
    expect(errorDb(y, expected)).toBeLessThan(-120);
  });

  it.each([
    [{ type: "zeros-poles", zeros: [], poles: [0.5, 0.5], gain: 1 }, {}, "poles must be distinct, got 0.5 twice"],
    [butterworth(2), { signals: 1.5 }, "iir/block-convolution: signals must be a positive integer, got 1.5"],
    [butterworth(2), { length: 0 }, "iir/block-convolution: length must be a positive integer, got 0"],
    [butterworth(2), { share: 3 }, "iir/block-convolution: share must be a positive even number, got 3"],
    [
      butterworth(2),
      { length: 2 ** 26 + 1 },
      `iir/block-convolution: length must be at most ${1024 * TEST_INVOCATIONS ** 2}, got 67108865`,
    ],
  ] as const)("refuses %o, %o", async (spec, change, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { kind: "real", signals: 1, length: 64, input, filter: iir(spec as FilterSpec), ...change } as const;
    await expect(createBlockConvolution(device, config)).rejects.toThrow(message);
  });
});
