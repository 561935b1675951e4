import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { DetectorConfig } from "./detector.ts";
import { createDetector } from "./factories.ts";
import { detectLinear } from "./linear.reference.ts";
import { detectMmsePic } from "./mmse-pic.reference.ts";
import { createMmsePicDetector } from "./mmse-pic.ts";
import { detect, each, expectExtrinsic, PRIORS, priorsOf, randomUses, worstLlr } from "./testing.ts";

const create = createDetector["mmse-pic"];

describe("mimo/mmse-pic", () => {
  it.each([
    { antennas: 1, bitsPerSymbol: 4, uses: 70, noiseVariance: 0.2 },
    { antennas: 2, bitsPerSymbol: 2, uses: 99, noiseVariance: 0.3 },
    { antennas: 3, bitsPerSymbol: 8, uses: 45, noiseVariance: 1e-3 },
    { antennas: 4, bitsPerSymbol: 4, uses: 130, noiseVariance: 0.1 },
    { antennas: 4, receiveAntennas: 16, bitsPerSymbol: 4, uses: 33, noiseVariance: 2 },
    { antennas: 5, bitsPerSymbol: 6, uses: 25, noiseVariance: 0.05 },
    { antennas: 8, receiveAntennas: 9, bitsPerSymbol: 4, uses: 9, noiseVariance: 0.3 },
  ] as const)("equals the reference within 1e-3 of LLRs over 1: %j", async (sizes) => {
    const uses = randomUses(sizes.antennas, sizes);
    for (const kind of sizes.uses > 100 ? PRIORS : (["moderate", "infinite"] as const)) {
      const prior = priorsOf(uses, kind);
      const llr = await detect(create, { ...uses, prior });
      const expected = each({ ...uses, prior }, (channel, received, priors) =>
        detectMmsePic(channel, received, priors, sizes.bitsPerSymbol, sizes.noiseVariance),
      );
      expect(worstLlr(llr, expected), kind).toBeLessThan(1e-3);
    }
  });

  it.each([
    { antennas: 4, bitsPerSymbol: 6, uses: 133, noiseVariance: 0.01 },
    { antennas: 8, bitsPerSymbol: 8, uses: 33, noiseVariance: 0.02 },
  ] as const)("without priors is soft MMSE detection: %j", async (sizes) => {
    const uses = randomUses(3, sizes);
    const expected = each(uses, (channel, received) =>
      detectLinear(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance, "mmse"),
    );
    const without = await detect(create, uses);
    expect(worstLlr(without, expected)).toBeLessThan(1e-3);
    expect(worstLlr(await detect(create, { ...uses, prior: priorsOf(uses, "zero") }), without)).toBeLessThan(1e-4);
  });

  it("with perfect priors detects each stream as if it were alone", async () => {
    const sizes = { antennas: 4, bitsPerSymbol: 2, uses: 50, noiseVariance: 0.5 } as const;
    const uses = { ...randomUses(4, sizes) };
    const llr = await detect(create, { ...uses, prior: priorsOf(uses, "infinite") });
    // |h|²-weighted matched filter: L of a QPSK bit is −2√2 Re(hᴴy)/N0, where y is free of the others.
    const points = [Math.SQRT1_2, -Math.SQRT1_2];
    const expected = each(uses, () => new Float64Array(8));
    for (let use = 0; use < 50; use++) {
      for (let m = 0; m < 4; m++) {
        let w = [0, 0];
        for (let r = 0; r < 4; r++) {
          const entry = (c: number) =>
            uses.channel.subarray(2 * ((use * 4 + r) * 4 + c), 2 * ((use * 4 + r) * 4 + c) + 2);
          let [x, y] = uses.received.subarray(2 * (use * 4 + r), 2 * (use * 4 + r) + 2);
          for (let j = 0; j < 4; j++) {
            if (j === m) continue;
            const [a, b] = entry(j);
            const [s, t] = [0, 1].map((axis) => points[uses.bits[(use * 4 + j) * 2 + axis]]);
            x -= a * s - b * t;
            y -= a * t + b * s;
          }
          const [a, b] = entry(m);
          w = [w[0] + a * x + b * y, w[1] + a * y - b * x];
        }
        for (const axis of [0, 1]) expected[(use * 4 + m) * 2 + axis] = (-2 * Math.SQRT2 * w[axis]) / 0.5;
      }
    }
    expect(worstLlr(llr, expected)).toBeLessThan(1e-3);
  });

  it("excludes the bit's own prior exactly", async () => {
    const sizes = { antennas: 3, bitsPerSymbol: 6, uses: 24, noiseVariance: 0.1 } as const;
    await expectExtrinsic(create, randomUses(7, sizes), 0);
  });

  it("gives finite LLRs for singular channels, and 0 for streams without a channel", async () => {
    const sizes = { antennas: 4, bitsPerSymbol: 4, uses: 60, noiseVariance: 1e-6 } as const;
    const uses = randomUses(6, sizes);
    for (let use = 0; use < 60; use++) {
      const h = uses.channel.subarray(use * 32, use * 32 + 32);
      // A zero channel; two equal columns; a column of zeros.
      if (use < 20) h.fill(0);
      for (let r = 0; r < 4; r++) {
        if (use >= 20) h.set(use < 40 ? h.subarray(8 * r, 8 * r + 2) : [0, 0], 8 * r + 6);
      }
    }
    for (const kind of PRIORS) {
      const llr = await detect(create, { ...uses, prior: priorsOf(uses, kind) });
      expect(llr.every(Number.isFinite), kind).toBe(true);
      if (kind !== "zero") continue;
      expect(llr.subarray(0, 20 * 16).every((value) => value === 0)).toBe(true);
      for (let use = 40; use < 60; use++) {
        expect(llr.subarray(use * 16 + 12, use * 16 + 16).every((value) => value === 0)).toBe(true);
      }
    }
  });

  it.each([
    [{ antennas: 0 }, "antennas must be an integer from 1 to 8, got 0"],
    [{ bitsPerSymbol: 1 }, "bitsPerSymbol must be 2, 4, 6 or 8, got 1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4 };
    const config = { ...sizes, channel: buffer, received: buffer, ...change } as DetectorConfig;
    await expect(createMmsePicDetector(device, config)).rejects.toThrow(`mimo/mmse-pic: ${message}`);
  });
});
