import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { DetectorConfig } from "./detector.ts";
import { createDetector } from "./factories.ts";
import { detectMaxLog } from "./max-log.float64.ts";
import { detect, each, PRIORS, priorsOf, randomUses, storedUses, type Uses, worstLlr } from "./testing.ts";
import { detectTrellis } from "./trellis.float64.ts";
import { createTrellisDetector, type TrellisDetectorConfig } from "./trellis.ts";

type Sizes = Omit<Uses, "bits" | "channel" | "received">;
type Method = Pick<DetectorConfig, "clip" | "orders" | "sorting">;

const creator =
  (passes: TrellisDetectorConfig["passes"], method: Method = {}) =>
  (device: GPUDevice, config: DetectorConfig) =>
    passes === "one"
      ? createTrellisDetector(device, { ...config, ...method, passes })
      : createDetector.mtt(device, { ...config, ...method });

/**
 * The largest error of MTT's LLRs, without the `close` uses where a decision is a tie up to rounding: there either path is
 * correct, and the results differ.
 */
function worstClear(llr: Float32Array, uses: Uses, method: Method) {
  const { bitsPerSymbol, noiseVariance } = uses;
  const row = llr.length / uses.uses;
  let [use, close, error] = [0, 0, 0];
  each(uses, (channel, received, prior) => {
    const own = llr.subarray(use * row, ++use * row);
    const all = { passes: "multiple", ...method, prior } as const;
    const expected = detectTrellis(channel, received, bitsPerSymbol, noiseVariance, all);
    if (expected.margin > 1e-4) error = Math.max(error, worstLlr(own, expected.llr));
    else close++;
    return [];
  });
  return { error, close };
}

describe("mimo/trellis", () => {
  it.each([
    { antennas: 1, bitsPerSymbol: 2, uses: 67, noiseVariance: 0.3 },
    { antennas: 1, bitsPerSymbol: 6, uses: 70, noiseVariance: 0.01 },
    { antennas: 2, bitsPerSymbol: 2, uses: 1000, noiseVariance: 0.2 },
    { antennas: 2, bitsPerSymbol: 4, uses: 500, noiseVariance: 0.03 },
    { antennas: 2, bitsPerSymbol: 6, uses: 60, noiseVariance: 0.01 },
  ] as const)("MTT is exhaustive max-log within 1e-4: %j", async (sizes) => {
    const uses = randomUses(sizes.bitsPerSymbol, sizes);
    const expected = each(uses, (channel, received) =>
      detectMaxLog(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance),
    );
    expect(worstLlr(await detect(creator("multiple"), uses), expected)).toBeLessThan(1e-4);
  });

  it.each([
    { antennas: 3, bitsPerSymbol: 2, uses: 201, noiseVariance: 0.3 },
    { antennas: 4, bitsPerSymbol: 2, uses: 151, noiseVariance: 0.4 },
    { antennas: 4, bitsPerSymbol: 4, uses: 123, noiseVariance: 0.05 },
    { antennas: 4, bitsPerSymbol: 6, uses: 21, noiseVariance: 0.01 },
    { antennas: 2, bitsPerSymbol: 4, uses: 100, noiseVariance: 0.1 },
  ] as const)("equals the reference within 1e-3, all passes and one: %j", async (sizes) => {
    const uses = randomUses(sizes.uses, sizes);
    const { antennas: M, bitsPerSymbol: B, noiseVariance } = sizes;
    for (const passes of ["multiple", "one"] as const) {
      const llr = await detect(creator(passes, { clip: 12 }), uses);
      // Where a decision is a tie up to rounding, either path is correct, and the results differ.
      let close = 0;
      const expected = each(uses, (channel, received) => {
        const result = detectTrellis(channel, received, B, noiseVariance, { passes, clip: 12 });
        if (result.margin > 1e-4) return result.llr;
        close++;
        return result.llr.fill(Number.NaN);
      });
      const clear = expected.map((_, i) => i).filter((i) => !Number.isNaN(expected[i]));
      expect(clear).toHaveLength(expected.length - close * M * B);
      expect(close).toBeLessThan(0.1 * sizes.uses);
      const error = worstLlr(
        clear.map((i) => llr[i]),
        clear.map((i) => expected[i]),
      );
      expect(error, passes).toBeLessThan(1e-3);
      expect(llr.every(Number.isFinite)).toBe(true);
    }
  });

  it.each([
    [{ antennas: 4, bitsPerSymbol: 4, uses: 90, noiseVariance: 0.2 }, { orders: 4 }],
    [{ antennas: 4, bitsPerSymbol: 4, uses: 90, noiseVariance: 0.2 }, { sorting: "v-blast" }],
    [{ antennas: 4, bitsPerSymbol: 4, uses: 45, noiseVariance: 0.4 }, { orders: 2, sorting: "norm" }, "moderate"],
    [{ antennas: 4, bitsPerSymbol: 2, uses: 151, noiseVariance: 0.6 }, { orders: 4, sorting: "v-blast" }, "moderate"],
    [{ antennas: 3, bitsPerSymbol: 2, uses: 203, noiseVariance: 0.3 }, { orders: 3, sorting: "norm" }, "zero"],
    [{ antennas: 3, bitsPerSymbol: 4, uses: 37, noiseVariance: 0.5 }, { orders: 3 }, "certain"],
    [{ antennas: 4, bitsPerSymbol: 6, uses: 7, noiseVariance: 0.05 }, { orders: 2, sorting: "v-blast" }, "moderate"],
    [{ antennas: 1, bitsPerSymbol: 4, uses: 65, noiseVariance: 0.3 }, { sorting: "v-blast" }, "moderate"],
  ] as [Sizes, Method, (typeof PRIORS)[number]?][])(
    "equals the reference within 1e-3 with orders, sorting and priors: %j, %j, %s",
    async (sizes, method, kind) => {
      const random = randomUses(sizes.uses + 11, sizes);
      const uses = { ...random, prior: kind && priorsOf(random, kind) };
      const llr = await detect(creator("multiple", method), uses);
      expect(llr.every(Number.isFinite)).toBe(true);
      const { error, close } = worstClear(llr, uses, method);
      expect(close).toBeLessThan(0.1 * sizes.uses);
      expect(error).toBeLessThan(1e-3);
      const wrong = random.bits.filter((bit, i) => Number(llr[i] + (uses.prior?.[i] ?? 0) > 0) !== bit).length;
      if (kind === "certain") expect(wrong).toBe(0);
    },
  );

  it.each([{ orders: 2 }, { orders: 2, sorting: "v-blast" }] as const)(
    "two streams: %j is exhaustive max-log within 1e-4, also with priors of 0",
    async (method) => {
      const uses = randomUses(3, { antennas: 2, bitsPerSymbol: 4, uses: 101, noiseVariance: 0.2 });
      const expected = each(uses, (channel, received) => detectMaxLog(channel, received, 4, 0.2));
      for (const prior of [undefined, priorsOf(uses, "zero")]) {
        expect(worstLlr(await detect(creator("multiple", method), { ...uses, prior }), expected)).toBeLessThan(1e-4);
      }
    },
  );

  it("MTT gives Sionna's max-log LLRs within 1e-3", async () => {
    const uses = storedUses("2x2-16qam");
    expect(worstLlr(await detect(creator("multiple"), uses), uses.llr.ml_maxlog)).toBeLessThan(1e-3);
  });

  it("one pass: a missing hypothesis gives the limit, and all other LLRs are smaller", async () => {
    const uses = randomUses(9, { antennas: 4, bitsPerSymbol: 4, uses: 64, noiseVariance: 0.05 });
    const llr = await detect(creator("one", { clip: 2.5 }), uses);
    expect(Math.max(...llr)).toBe(2.5);
    expect(Math.min(...llr)).toBe(-2.5);
  });

  it.each([
    ["multiple", {}],
    ["multiple", { sorting: "v-blast" }],
    ["multiple", { orders: 2, sorting: "v-blast" }],
    ["one", {}],
  ] as const)("%s, %j: finite LLRs for singular channels", async (passes, method) => {
    const uses = randomUses(6, { antennas: 4, bitsPerSymbol: 4, uses: 80, noiseVariance: 0.05 });
    for (let use = 0; use < 80; use++) {
      const h = uses.channel.subarray(use * 32, use * 32 + 32);
      if (use < 20) h.fill(0);
      for (let r = 0; r < 4; r++) {
        // The last column is the first one or zero, or the first one is zero.
        if (use >= 60) h.set([0, 0], 8 * r);
        else if (use >= 20) h.set(use < 40 ? h.subarray(8 * r, 8 * r + 2) : [0, 0], 8 * r + 6);
      }
    }
    const llr = await detect(creator(passes, method), uses);
    expect(llr.every(Number.isFinite)).toBe(true);
    if (passes === "one") return;
    expect(Math.max(...llr.subarray(0, 20 * 16).map(Math.abs))).toBeLessThan("sorting" in method ? 1e-5 : 1e-30);
    const { error, close } = worstClear(llr, uses, method);
    expect(error).toBeLessThan(1e-3);
    // A traversal that ends with the useless column is clear.
    if (!("orders" in method)) expect(close).toBeLessThan(65);
  });

  it.each([
    [{ antennas: 5 }, "antennas must be 1 to 4, got 5"],
    [{ antennas: 0 }, "antennas must be an integer from 1 to 8, got 0"],
    [{ bitsPerSymbol: 8 }, "bitsPerSymbol must be 2, 4 or 6, got 8"],
    [{ passes: "two" }, 'passes must be "one" or "multiple", got "two"'],
    [{ orders: 3 }, "orders must be an integer, 1 to 2 (antennas), got 3"],
    [{ clip: 0 }, "clip must be greater than 0, at most 1e9, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4, passes: "multiple" };
    const config = { ...sizes, channel: buffer, received: buffer, ...change } as TrellisDetectorConfig;
    await expect(createTrellisDetector(device, config)).rejects.toThrow(`mimo/trellis: ${message}`);
  });
});
