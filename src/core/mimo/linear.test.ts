import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { DetectorConfig } from "./detector.ts";
import { detectLinear } from "./linear.reference.ts";
import { createLinearDetector, type LinearDetectorConfig } from "./linear.ts";
import { detect, each, randomUses, STORED, storedUses, worstLlr } from "./testing.ts";

const CRITERIA = ["zf", "mmse"] as const;
const creator = (criterion: LinearDetectorConfig["criterion"]) => (device: GPUDevice, config: DetectorConfig) =>
  createLinearDetector(device, { ...config, criterion });

describe("mimo/linear", () => {
  it.each([
    { antennas: 1, bitsPerSymbol: 2, uses: 130, noiseVariance: 0.5 },
    { antennas: 2, bitsPerSymbol: 4, uses: 501, noiseVariance: 0.03 },
    { antennas: 3, bitsPerSymbol: 8, uses: 100, noiseVariance: 1e-3 },
    { antennas: 4, bitsPerSymbol: 6, uses: 333, noiseVariance: 0.01 },
    { antennas: 4, bitsPerSymbol: 2, uses: 1, noiseVariance: 4 },
    { antennas: 7, bitsPerSymbol: 4, uses: 61, noiseVariance: 0.1 },
    { antennas: 8, bitsPerSymbol: 8, uses: 33, noiseVariance: 0.02 },
  ] as const)("equals the reference within 1e-3 of LLRs over 1: %j", async (sizes) => {
    const uses = randomUses(sizes.antennas, sizes);
    for (const criterion of CRITERIA) {
      const llr = await detect(creator(criterion), uses);
      const expected = each(uses, (channel, received) =>
        detectLinear(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance, criterion),
      );
      expect(worstLlr(llr, expected), criterion).toBeLessThan(1e-3);
    }
  });

  it.each(STORED)("gives Sionna's LLRs within 1e-3: %s", async (name) => {
    const uses = storedUses(name);
    expect(worstLlr(await detect(creator("zf"), uses), uses.llr.zf_maxlog)).toBeLessThan(1e-3);
    expect(worstLlr(await detect(creator("mmse"), uses), uses.llr.lmmse_maxlog)).toBeLessThan(1e-3);
  });

  it("gives positive LLRs to bits that are 1", async () => {
    const uses = randomUses(5, { antennas: 2, bitsPerSymbol: 4, uses: 500, noiseVariance: 1e-5 });
    for (const criterion of CRITERIA) {
      const llr = await detect(creator(criterion), uses);
      const wrong = uses.bits.filter((bit, i) => Number(llr[i] > 0) !== bit).length;
      expect(wrong / uses.bits.length, criterion).toBeLessThan(0.01);
    }
  });

  it.each(CRITERIA)("%s: LLRs of a singular channel are small and finite", async (criterion) => {
    const uses = randomUses(6, { antennas: 4, bitsPerSymbol: 4, uses: 60, noiseVariance: 0.05 });
    for (let use = 0; use < 60; use++) {
      const h = uses.channel.subarray(use * 32, use * 32 + 32);
      // A zero channel; two equal columns; a column of zeros.
      if (use < 20) h.fill(0);
      for (let r = 0; r < 4; r++) {
        if (use >= 20) h.set(use < 40 ? h.subarray(8 * r, 8 * r + 2) : [0, 0], 8 * r + 6);
      }
    }
    const llr = await detect(creator(criterion), uses);
    expect(llr.every(Number.isFinite)).toBe(true);
    const largest = (first: number, streams: number[]) => {
      const of = (use: number) => streams.flatMap((m) => [...llr.subarray((use * 4 + m) * 4, (use * 4 + m + 1) * 4)]);
      return Math.max(
        ...Array.from({ length: 20 }, (_, i) => of(first + i))
          .flat()
          .map(Math.abs),
      );
    };
    expect(largest(0, [0, 1, 2, 3])).toBeLessThan(1e-6);
    expect(largest(40, [3])).toBeLessThan(1e-6);
    if (criterion === "zf") expect(largest(20, [0, 3])).toBeLessThan(1e-2);
  });

  it.each([
    [{ antennas: 0 }, "antennas must be an integer from 1 to 8, got 0"],
    [{ bitsPerSymbol: 1 }, "bitsPerSymbol must be 2, 4, 6 or 8, got 1"],
    [{ uses: 1.5 }, "uses must be an integer, 1 to 2^24, got 1.5"],
    [{ criterion: "mf" }, 'criterion must be "zf" or "mmse", got "mf"'],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4, criterion: "zf" };
    const config = { ...sizes, channel: buffer, received: buffer, ...change } as LinearDetectorConfig;
    await expect(createLinearDetector(device, config)).rejects.toThrow(`mimo/linear: ${message}`);
  });

  it("refuses a noise variance that is not a number", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4, criterion: "zf" } as const;
    const plan = await createLinearDetector(device, { ...sizes, channel: buffer, received: buffer });
    const message = "mimo/linear: noiseVariance must be 1e-9 to 1e9, got NaN";
    expect(() => plan.setNoiseVariance(Number.NaN)).toThrow(message);
    plan.destroy();
  });
});
