import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { DetectorConfig } from "./detector.ts";
import { detectMaxLog } from "./max-log.float64.ts";
import { detect, each, randomUses, storedUses, worstLlr } from "./testing.ts";
import { detectTrellis } from "./trellis.float64.ts";
import { createTrellisDetector, type TrellisDetectorConfig } from "./trellis.ts";

const creator =
  (passes: TrellisDetectorConfig["passes"], clip?: number) => (device: GPUDevice, config: DetectorConfig) =>
    createTrellisDetector(device, { ...config, passes, clip });

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
    { antennas: 4, bitsPerSymbol: 2, uses: 301, noiseVariance: 0.4 },
    { antennas: 4, bitsPerSymbol: 4, uses: 250, noiseVariance: 0.05 },
    { antennas: 4, bitsPerSymbol: 6, uses: 21, noiseVariance: 0.01 },
    { antennas: 2, bitsPerSymbol: 4, uses: 100, noiseVariance: 0.1 },
  ] as const)("equals the reference within 1e-3, all passes and one: %j", async (sizes) => {
    const uses = randomUses(sizes.uses, sizes);
    const { antennas: M, bitsPerSymbol: B, noiseVariance } = sizes;
    for (const passes of ["multiple", "one"] as const) {
      const llr = await detect(creator(passes, 12), uses);
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

  it("MTT gives Sionna's max-log LLRs within 1e-3", async () => {
    const uses = storedUses("2x2-16qam");
    expect(worstLlr(await detect(creator("multiple"), uses), uses.llr.ml_maxlog)).toBeLessThan(1e-3);
  });

  it("one pass: a missing hypothesis gives the limit, and all other LLRs are smaller", async () => {
    const uses = randomUses(9, { antennas: 4, bitsPerSymbol: 4, uses: 64, noiseVariance: 0.05 });
    const llr = await detect(creator("one", 2.5), uses);
    expect(Math.max(...llr)).toBe(2.5);
    expect(Math.min(...llr)).toBe(-2.5);
  });

  it.each(["multiple", "one"] as const)("%s: finite LLRs for singular channels", async (passes) => {
    const uses = randomUses(6, { antennas: 4, bitsPerSymbol: 4, uses: 60, noiseVariance: 0.05 });
    for (let use = 0; use < 60; use++) {
      const h = uses.channel.subarray(use * 32, use * 32 + 32);
      if (use < 20) h.fill(0);
      for (let r = 0; r < 4; r++) {
        if (use >= 20) h.set(use < 40 ? h.subarray(8 * r, 8 * r + 2) : [0, 0], 8 * r + 6);
      }
    }
    const llr = await detect(creator(passes), uses);
    expect(llr.every(Number.isFinite)).toBe(true);
    if (passes === "multiple") expect(Math.max(...llr.subarray(0, 20 * 16).map(Math.abs))).toBe(0);
  });

  it.each([
    [{ antennas: 5 }, "antennas must be 1 to 4, got 5"],
    [{ antennas: 0 }, "antennas must be an integer, 1 to 8, got 0"],
    [{ bitsPerSymbol: 8 }, "bitsPerSymbol must be 2, 4 or 6, got 8"],
    [{ passes: "two" }, 'passes must be "one" or "multiple", got "two"'],
    [{ clip: 0 }, "clip must be greater than 0, at most 1e9, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4, passes: "multiple" };
    const config = { ...sizes, channel: buffer, received: buffer, ...change } as TrellisDetectorConfig;
    await expect(createTrellisDetector(device, config)).rejects.toThrow(`mimo/trellis: ${message}`);
  });
});
