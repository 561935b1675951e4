import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { DetectorConfig } from "./detector.ts";
import { createDetector } from "./factories.ts";
import { detectMaxLog } from "./max-log.float64.ts";
import { createMaxLogDetector } from "./max-log.ts";
import { detect, each, expectExtrinsic, priorsOf, randomUses, STORED, storedUses, worstLlr } from "./testing.ts";

describe("mimo/max-log", () => {
  it.each([
    { antennas: 1, bitsPerSymbol: 2, uses: 67, noiseVariance: 0.3 },
    { antennas: 1, bitsPerSymbol: 8, uses: 33, noiseVariance: 0.01 },
    { antennas: 2, bitsPerSymbol: 4, uses: 200, noiseVariance: 0.03 },
    { antennas: 2, bitsPerSymbol: 6, uses: 35, noiseVariance: 0.02 },
    { antennas: 2, bitsPerSymbol: 8, uses: 3, noiseVariance: 0.002 },
    { antennas: 3, bitsPerSymbol: 2, uses: 67, noiseVariance: 0.3 },
    { antennas: 3, bitsPerSymbol: 4, uses: 21, noiseVariance: 0.1 },
    { antennas: 4, bitsPerSymbol: 2, uses: 100, noiseVariance: 0.4 },
    { antennas: 4, bitsPerSymbol: 4, uses: 3, noiseVariance: 0.1 },
    { antennas: 5, bitsPerSymbol: 2, uses: 9, noiseVariance: 0.5 },
    { antennas: 8, bitsPerSymbol: 2, uses: 2, noiseVariance: 1 },
  ] as const)("equals the reference within 1e-4: %j", async (sizes) => {
    const uses = randomUses(sizes.uses, sizes);
    const expected = each(uses, (channel, received) =>
      detectMaxLog(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance),
    );
    expect(worstLlr(await detect(createMaxLogDetector, uses), expected)).toBeLessThan(1e-4);
  });

  it.each([
    { antennas: 1, bitsPerSymbol: 8, uses: 33, noiseVariance: 0.01 },
    { antennas: 2, bitsPerSymbol: 4, uses: 120, noiseVariance: 0.1 },
    { antennas: 2, receiveAntennas: 4, bitsPerSymbol: 6, uses: 15, noiseVariance: 0.2 },
    { antennas: 4, bitsPerSymbol: 2, uses: 50, noiseVariance: 0.4 },
    { antennas: 4, bitsPerSymbol: 4, uses: 2, noiseVariance: 0.1 },
    { antennas: 6, bitsPerSymbol: 2, uses: 7, noiseVariance: 1 },
  ] as const)("with priors equals enumeration within 1e-3 of LLRs over 1: %j", async (sizes) => {
    const uses = randomUses(sizes.uses, sizes);
    for (const kind of sizes.antennas === 2 ? (["moderate", "infinite"] as const) : (["moderate"] as const)) {
      const prior = priorsOf(uses, kind);
      const expected = each({ ...uses, prior }, (channel, received, known) =>
        detectMaxLog(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance, known),
      );
      const llr = await detect(createDetector["max-log"], { ...uses, prior });
      expect(worstLlr(llr, expected), kind).toBeLessThan(1e-3);
    }
  });

  it("excludes the bit's own prior exactly", async () => {
    const uses = randomUses(7, { antennas: 3, bitsPerSymbol: 4, uses: 24, noiseVariance: 0.1 });
    await expectExtrinsic(createDetector["max-log"], uses, 0);
  });

  it.each(STORED)("gives Sionna's LLRs within 1e-3: %s", async (name) => {
    const uses = storedUses(name);
    expect(worstLlr(await detect(createMaxLogDetector, uses), uses.llr.ml_maxlog)).toBeLessThan(1e-3);
  });

  it("gives 0 without a channel, and finite LLRs where two streams have the same", async () => {
    const uses = randomUses(6, { antennas: 2, bitsPerSymbol: 4, uses: 40, noiseVariance: 0.05 });
    for (let use = 0; use < 40; use++) {
      const h = uses.channel.subarray(use * 8, use * 8 + 8);
      if (use < 20) h.fill(0);
      for (const r of [0, 1]) h.set(h.subarray(4 * r, 4 * r + 2), 4 * r + 2);
    }
    const llr = await detect(createMaxLogDetector, uses);
    expect(llr.every(Number.isFinite)).toBe(true);
    expect(Math.max(...llr.subarray(0, 20 * 8).map(Math.abs))).toBe(0);
  });

  it.each([
    [{ bitsPerSymbol: 6, antennas: 3 }, "the number of symbol vectors must be at most 2^16, got 2^18"],
    [{ antennas: 2.5 }, "antennas must be an integer from 1 to 8, got 2.5"],
    [{ uses: 0 }, "uses must be an integer, 1 to 2^24, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4 };
    const config = { ...sizes, channel: buffer, received: buffer, ...change } as DetectorConfig;
    await expect(createMaxLogDetector(device, config)).rejects.toThrow(`mimo/max-log: ${message}`);
  });
});
