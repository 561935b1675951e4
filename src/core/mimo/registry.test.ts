import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readFloats, run, testDevice, upload } from "../gpu/testing.ts";
import { pack } from "../gpu/rows.ts";
import { randomRows } from "../random/testing.ts";
import { createChannelUse } from "./channel-use.ts";
import type { BitsPerSymbol } from "../constellation/constellation.ts";
import type { Sorting } from "./detector.ts";
import { createDetector } from "./factories.ts";
import { detectLinear } from "./linear.reference.ts";
import { detectMaxLog } from "./max-log.float64.ts";
import { type DetectorName, detectors } from "./registry.ts";
import { detect, each, priorsOf, randomUses, worstLlr } from "./testing.ts";

const NAMES = Object.keys(detectors) as DetectorName[];

/** AFF3CT's BER by Eb/N0 in dB. */
function curve(bitsPerSymbol: number): Map<number, number> {
  const lines = readFileSync(new URL(`./uncoded-${2 ** bitsPerSymbol}qam.vectors.csv`, import.meta.url), "utf8").split(
    "\n",
  );
  const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(",").map(Number));
  return new Map(rows.map((row) => [row[1], row[7]]));
}

describe("detectors", () => {
  it("agree on one antenna, where all are max-log", async () => {
    const uses = randomUses(1, { antennas: 1, bitsPerSymbol: 4, uses: 200, noiseVariance: 0.2 });
    const expected = await detect(createDetector["max-log"], uses);
    for (const name of NAMES) {
      const llr = await detect((device, config) => createDetector[name](device, { ...config, clip: 1e6 }), uses);
      expect(worstLlr(llr, expected), name).toBeLessThan(1e-4);
    }
  });

  it.each([
    { antennas: 2, receiveAntennas: 5, bitsPerSymbol: 2, uses: 170, noiseVariance: 0.6 },
    { antennas: 1, receiveAntennas: 16, bitsPerSymbol: 2, uses: 5, noiseVariance: 2 },
  ] as const)("take more receive antennas than streams: %j", async (sizes) => {
    const uses = randomUses(8, sizes);
    const of = { zf: "zf", mmse: "mmse", "mmse-pic": "mmse" } as Partial<Record<DetectorName, "zf" | "mmse">>;
    for (const name of NAMES.filter((one) => one !== "one-pass")) {
      // With two streams MTT is max-log, and so is K-best with a long list.
      const expected = each(uses, (channel, received) => {
        const criterion = of[name];
        if (criterion) return detectLinear(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance, criterion);
        return detectMaxLog(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance);
      });
      const long = { candidates: 64, clip: 1e6 };
      const llr = await detect((device, config) => createDetector[name](device, { ...config, ...long }), uses);
      expect(worstLlr(llr, expected), name).toBeLessThan(1e-3);
    }
  });

  it("give the same LLRs with zero priors as without, and no errors with priors beyond doubt", async () => {
    const sizes = { antennas: 2, receiveAntennas: 3, bitsPerSymbol: 4, uses: 60, noiseVariance: 0.5 } as const;
    const uses = randomUses(11, sizes);
    const priors = NAMES.filter((name) => detectors[name].priors);
    expect(priors).toEqual(expect.arrayContaining(["mmse-pic", "kbest", "max-log"]));
    for (const name of priors) {
      const without = await detect(createDetector[name], uses);
      const zero = await detect(createDetector[name], { ...uses, prior: priorsOf(uses, "zero") });
      expect(worstLlr(zero, without), name).toBeLessThan(1e-4);
      const prior = priorsOf(uses, "infinite");
      const sure = await detect(createDetector[name], { ...uses, prior });
      expect(sure.every(Number.isFinite), name).toBe(true);
      expect(uses.bits.filter((bit, i) => Number(sure[i] + prior[i] > 0) !== bit)).toHaveLength(0);
    }
  });

  it("that take no priors refuse them", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = {
      antennas: 2,
      bitsPerSymbol: 4,
      uses: 2,
      channel: buffer,
      received: buffer,
      prior: buffer,
    } as const;
    for (const name of NAMES.filter((one) => !detectors[one].priors)) {
      await expect(createDetector[name](device, config)).rejects.toThrow(`mimo: ${name} takes no priors`);
    }
  });

  it("make fewer errors with more candidates", async () => {
    const uses = randomUses(2, { antennas: 4, bitsPerSymbol: 2, uses: 2500, noiseVariance: 0.3 });
    const errors = new Map<DetectorName, number>();
    for (const name of NAMES) {
      const llr = await detect(createDetector[name], uses);
      errors.set(name, uses.bits.filter((bit, i) => Number(llr[i] > 0) !== bit).length);
    }
    const of = (name: DetectorName) => errors.get(name) as number;
    expect(of("mmse")).toBeLessThan(of("zf"));
    expect(of("mtt")).toBeLessThan(0.5 * of("mmse"));
    expect(of("mtt")).toBeLessThan(of("one-pass"));
    expect(of("max-log")).toBeLessThanOrEqual(of("mtt"));
    expect(of("kbest")).toBeLessThan(1.2 * of("max-log"));
  });

  it.each([
    [2, 0, 16_000],
    [2, 4, 100_000],
    [2, 6, 600_000],
    [4, 0, 16_000],
    [4, 5, 50_000],
    [4, 8, 150_000],
    [4, 10, 800_000],
  ] as const)("have AFF3CT's error rates: %i bits, %i dB", async (bits, ebn0, count) => {
    const device = await testDevice();
    const frames = 4;
    const usesPerFrame = Math.ceil(count / frames / bits);
    const rows = randomRows(ebn0 + 1, frames, usesPerFrame * bits);
    const sizes = { antennas: 1, bitsPerSymbol: bits satisfies BitsPerSymbol };
    const channel = await createChannelUse(device, {
      ...sizes,
      frames,
      usesPerFrame,
      sent: upload(device, pack(rows)),
      fading: "identity",
      seed: 7,
    });
    const uses = frames * usesPerFrame;
    const { received } = channel;
    const detector = await createDetector.mmse(device, { ...sizes, uses, channel: channel.channel, received });
    const noiseVariance = 10 ** (-ebn0 / 10) / bits;
    channel.setNoiseVariance(noiseVariance);
    detector.setNoiseVariance(noiseVariance);
    await run(device, channel, detector);
    const llr = await readFloats(device, detector.llr, uses * bits);
    const errors = rows.flat().filter((bit, i) => Number(llr[i] > 0) !== bit).length;
    channel.destroy();
    detector.destroy();
    expect(errors).toBeGreaterThan(1000);
    const published = curve(bits).get(ebn0) as number;
    expect(Math.abs(errors / llr.length / published - 1)).toBeLessThan(0.1);
  });

  it("state which sizes they refuse, and the cost per use", () => {
    const sizes = { antennas: 4, bitsPerSymbol: 4, uses: 1 } as const;
    for (const name of NAMES) {
      expect(detectors[name].refusal(sizes)).toBeUndefined();
      const { paths, operations } = detectors[name].operations(sizes);
      expect(paths).toBeGreaterThan(0);
      expect(operations).toBeGreaterThan(paths);
    }
    const paths = (name: DetectorName) => detectors[name].operations(sizes).paths;
    expect(paths("one-pass")).toBe(16 + 3 * 256);
    expect(paths("mtt")).toBe(16 + 3 * 256 + 6 * 16);
    expect(detectors.mtt.operations({ ...sizes, orders: 4 }).paths).toBe(4 * paths("mtt"));
    const ordered = (sorting: Sorting) => detectors.mtt.operations({ ...sizes, sorting }).operations;
    expect(ordered("none")).toBeLessThan(ordered("norm"));
    expect(ordered("norm")).toBeLessThan(ordered("v-blast"));
    expect(paths("kbest")).toBe(16 + 3 * 16 * 16);
    expect(paths("max-log")).toBe(65536);
    expect(detectors.mtt.refusal({ ...sizes, antennas: 5 })).toBe("antennas must be 1 to 4, got 5");
    expect(detectors.mtt.refusal({ ...sizes, orders: 5 })).toBe("orders must be an integer, 1 to 4 (antennas), got 5");
    const unknown = { ...sizes, sorting: "power" as Sorting };
    expect(detectors.kbest.refusal(unknown)).toMatch('got "power"');
    expect(detectors.mtt.refusal(unknown)).toBe('sorting must be "none" or "norm" or "v-blast", got "power"');
    expect(detectors["one-pass"].refusal({ ...sizes, orders: 5 })).toBeUndefined();
    expect(detectors["max-log"].refusal({ ...sizes, bitsPerSymbol: 6 })).toMatch("at most 2^16, got 2^24");
    expect(detectors.kbest.refusal({ ...sizes, candidates: 65 })).toMatch("1 to 64, got 65");
  });
});
