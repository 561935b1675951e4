import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { DetectorConfig } from "./detector.ts";
import { antennaOrder } from "./antenna-order.float64.ts";
import { detectKBest } from "./k-best.reference.ts";
import { createKBestDetector } from "./k-best.ts";
import { createDetector } from "./factories.ts";
import { detectMaxLog } from "./max-log.float64.ts";
import { detect, each, expectExtrinsic, priorsOf, randomUses, worstLlr } from "./testing.ts";

const creator = (candidates?: number, clip?: number) => (device: GPUDevice, config: DetectorConfig) =>
  createKBestDetector(device, { ...config, candidates, clip });

/** The same as on an adapter that runs a given number of invocations together. */
const creatorOn =
  (together: number, candidates: number, clip: number) => async (device: GPUDevice, config: DetectorConfig) => {
    Object.defineProperty(device, "adapterInfo", { value: { subgroupMaxSize: together }, configurable: true });
    try {
      return await creator(candidates, clip)(device, config);
    } finally {
      Reflect.deleteProperty(device, "adapterInfo");
    }
  };
const ADAPTERS = [4, 32];

/** A kernel takes half a second to compile. So outside the slow suite, most cases take turns with the adapters. */
const adaptersOf = (together: number) => (process.env.THREERAY_SLOW ? ADAPTERS : [together]);

describe("mimo/k-best", () => {
  it.each([
    { antennas: 1, bitsPerSymbol: 2, uses: 37, noiseVariance: 0.3, candidates: 1, together: 4 },
    { antennas: 2, bitsPerSymbol: 4, uses: 300, noiseVariance: 0.05, candidates: 7, together: 32 },
    { antennas: 3, bitsPerSymbol: 6, uses: 33, noiseVariance: 0.03, candidates: 64, together: 4 },
    { antennas: 4, bitsPerSymbol: 4, uses: 101, noiseVariance: 0.1, candidates: 16, together: 32 },
    { antennas: 4, bitsPerSymbol: 2, uses: 99, noiseVariance: 0.4, candidates: 5, together: 4 },
    { antennas: 8, bitsPerSymbol: 6, uses: 20, noiseVariance: 0.05, candidates: 64, together: 32 },
    { antennas: 8, bitsPerSymbol: 8, uses: 5, noiseVariance: 0.01, candidates: 16, together: 4 },
  ] as const)("equals the reference within 1e-3: %j", async ({ candidates, together: usual, ...sizes }) => {
    const uses = randomUses(sizes.uses, sizes);
    const { antennas: M, bitsPerSymbol: B, noiseVariance } = sizes;
    // Where the last kept path and the first dropped one are equal up to rounding, either may be kept.
    let close = 0;
    const expected = each(uses, (channel, received) => {
      const result = detectKBest(channel, received, B, noiseVariance, { candidates, clip: 20 });
      if (result.margin > 1e-4) return result.llr;
      close++;
      return result.llr.fill(Number.NaN);
    });
    const clear = expected.map((_, i) => i).filter((i) => !Number.isNaN(expected[i]));
    expect(clear).toHaveLength(expected.length - close * M * B);
    expect(close).toBeLessThan(0.1 * sizes.uses);
    for (const together of adaptersOf(usual)) {
      const llr = await detect(creatorOn(together, candidates, 20), uses);
      const error = worstLlr(
        clear.map((i) => llr[i]),
        clear.map((i) => expected[i]),
      );
      expect(error, `${together} together`).toBeLessThan(1e-3);
      expect(llr.every(Number.isFinite)).toBe(true);
    }
  });

  it.each([
    { antennas: 2, bitsPerSymbol: 2, uses: 100, noiseVariance: 0.3, candidates: 16 },
    { antennas: 3, bitsPerSymbol: 2, uses: 100, noiseVariance: 0.3, candidates: 64 },
  ] as const)("with a list of all paths is exhaustive max-log: %j", async ({ candidates, ...sizes }) => {
    const uses = randomUses(3, sizes);
    const expected = each(uses, (channel, received) =>
      detectMaxLog(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance),
    );
    expect(worstLlr(await detect(creator(candidates, 1e6), uses), expected)).toBeLessThan(1e-4);
  });

  it.each([
    { antennas: 2, bitsPerSymbol: 2, uses: 100, noiseVariance: 0.3, candidates: 16 },
    { antennas: 1, bitsPerSymbol: 6, uses: 100, noiseVariance: 0.1, candidates: 64 },
  ] as const)("with a list of all paths and priors is exhaustive MAP: %j", async ({ candidates, ...sizes }) => {
    const uses = randomUses(3, sizes);
    for (const kind of ["moderate", "certain"] as const) {
      const prior = priorsOf(uses, kind);
      const expected = each({ ...uses, prior }, (channel, received, known) =>
        detectMaxLog(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance, known),
      );
      expect(worstLlr(await detect(creator(candidates, 1e6), { ...uses, prior }), expected), kind).toBeLessThan(1e-3);
    }
    await expectExtrinsic(creator(candidates, 1e6), uses, 1e-4);
  });

  it.each([
    { antennas: 4, bitsPerSymbol: 4, uses: 101, noiseVariance: 0.1, candidates: 16, together: 4 },
    { antennas: 3, bitsPerSymbol: 6, uses: 33, noiseVariance: 0.03, candidates: 64, together: 32 },
    { antennas: 8, bitsPerSymbol: 8, uses: 5, noiseVariance: 0.01, candidates: 16, together: 32 },
  ] as const)("with priors equals the reference within 1e-3: %j", async ({ candidates, together: usual, ...sizes }) => {
    const uses = randomUses(sizes.uses, sizes);
    const prior = priorsOf(uses, "moderate");
    const expected = each({ ...uses, prior }, (channel, received, known) => {
      const list = { candidates, clip: 20, prior: known };
      const result = detectKBest(channel, received, sizes.bitsPerSymbol, sizes.noiseVariance, list);
      return result.margin > 1e-4 ? result.llr : result.llr.fill(Number.NaN);
    });
    const clear = expected.map((_, i) => i).filter((i) => !Number.isNaN(expected[i]));
    expect(clear.length).toBeGreaterThan(0.9 * expected.length);
    const of = (values: ArrayLike<number>) => clear.map((i) => values[i]);
    for (const together of adaptersOf(usual)) {
      const llr = await detect(creatorOn(together, candidates, 20), { ...uses, prior });
      expect(worstLlr(of(llr), of(expected)), `${together} together`).toBeLessThan(1e-3);
    }
  });

  it.each([
    { antennas: 4, bitsPerSymbol: 4, uses: 60, noiseVariance: 0.1, sorting: "v-blast" },
    { antennas: 3, receiveAntennas: 5, bitsPerSymbol: 2, uses: 50, noiseVariance: 0.5, sorting: "norm" },
  ] as const)("equals the reference on sorted columns: %j", async ({ sorting, ...sizes }) => {
    const plain = randomUses(9, sizes);
    const uses = { ...plain, prior: priorsOf(plain, "moderate") };
    const { antennas: M, bitsPerSymbol: B, noiseVariance } = sizes;
    const llr = await detect(
      (device, config) => createDetector.kbest(device, { ...config, candidates: 6, clip: 20, sorting }),
      uses,
    );
    const expected = each(uses, (channel, received, prior) => {
      const { order, margin } = antennaOrder(channel, M, sorting, noiseVariance);
      const columns = Float64Array.from(channel, (_, i) => {
        const [r, k] = [Math.floor(i / 2 / M), (i >> 1) % M];
        return channel[2 * (r * M + order[k]) + (i % 2)];
      });
      const result = detectKBest(columns, received, B, noiseVariance, {
        candidates: 6,
        clip: 20,
        prior: Float64Array.from(prior, (_, i) => prior[order[Math.floor(i / B)] * B + (i % B)]),
      });
      const clear = result.margin > 1e-4 && margin > 1e-5;
      return Float64Array.from(result.llr, (_, i) => {
        const k = order.indexOf(Math.floor(i / B));
        return clear ? result.llr[k * B + (i % B)] : Number.NaN;
      });
    });
    const clear = expected.map((_, i) => i).filter((i) => !Number.isNaN(expected[i]));
    expect(clear.length).toBeGreaterThan(0.9 * expected.length);
    const error = worstLlr(
      clear.map((i) => llr[i]),
      clear.map((i) => expected[i]),
    );
    expect(error).toBeLessThan(1e-3);
  });

  it("visits all levels where some are equally near, and where the signal is far outside", async () => {
    const places = [0, 1, -1, 2, 6, -7, 7, 8, -30, 20].map((place) => place / Math.sqrt(42));
    const pairs = places.flatMap((x) => places.map((y) => [x, y]));
    const sizes = { antennas: 1, bitsPerSymbol: 6, uses: 2 * pairs.length, noiseVariance: 1 } as const;
    const uses = randomUses(1, sizes);
    uses.received.set([...pairs, ...pairs].flat());
    for (const use of uses.channel.keys()) uses.channel[use] = Number(use % 2 === 0 && use < 2 * pairs.length);
    const expected = each(uses, (channel, received) => detectMaxLog(channel, received, 6, 1));
    for (const together of ADAPTERS) {
      expect(worstLlr(await detect(creatorOn(together, 64, 1e9), uses), expected)).toBeLessThan(1e-3);
    }
  });

  it("limits LLRs to 8 by default", async () => {
    const uses = randomUses(4, { antennas: 4, bitsPerSymbol: 4, uses: 50, noiseVariance: 0.01 });
    const llr = await detect(createKBestDetector, uses);
    expect(Math.max(...llr.map(Math.abs))).toBe(8);
  });

  it("gives finite LLRs without a channel", async () => {
    const uses = randomUses(4, { antennas: 4, bitsPerSymbol: 4, uses: 50, noiseVariance: 0.01 });
    uses.channel.fill(0);
    expect((await detect(createKBestDetector, uses)).every(Number.isFinite)).toBe(true);
  });

  it.each([
    [{ candidates: 0 }, "candidates must be an integer, 1 to 64, got 0"],
    [{ candidates: 17, bitsPerSymbol: 8 }, "candidates times constellation points must be at most 4096, got 4352"],
    [{ clip: -1 }, "clip must be greater than 0, at most 1e9, got -1"],
    [{ antennas: 9 }, "antennas must be an integer from 1 to 8, got 9"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 4 };
    const config = { ...sizes, channel: buffer, received: buffer, ...change } as DetectorConfig;
    await expect(createKBestDetector(device, config)).rejects.toThrow(`mimo/k-best: ${message}`);
  });
});
