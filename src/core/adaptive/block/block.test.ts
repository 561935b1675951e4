import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testNormals, upload } from "../../gpu/testing.ts";
import { sweepToEnd } from "../../measurement/testing.ts";
import { ADAPTIVE } from "../experiment/experiment.ts";
import { adaptiveSweep } from "../experiment/sweep.ts";
import { estimatesOf, type TestBatch, testBatch } from "../testing.ts";
import { receivePacket } from "../transmission/received.reference.ts";
import { equalizeBlock } from "./cyclic.reference.ts";
import { createCyclicEqualizer } from "./cyclic.ts";
import { equalizeOverlapping } from "./overlap.reference.ts";
import { createOverlapEqualizer } from "./overlap.ts";

/** Taps for each packet, [tap][packet], as a batch has them. */
function withOwnTaps(
  test: TestBatch,
  tapCount: number,
): { batch: TestBatch["batch"]; tapsOf(p: number): Float64Array } {
  const { packets } = test.batch;
  const all = Float32Array.from(testNormals(3, 2 * tapCount * packets));
  return {
    batch: { ...test.batch, taps: upload(test.device, all), hasOwnTaps: true, tapCount },
    tapsOf: (p) => Float64Array.from({ length: 2 * tapCount }, (_, i) => all[2 * ((i >> 1) * packets + p) + (i % 2)]),
  };
}

/** The noise of a packet's symbols. */
function noiseOf({ batch }: TestBatch, packet: number, noiseVariance: number, isReal: boolean): Float64Array {
  const { symbols, guard } = batch;
  const silence = new Float64Array(2 * (symbols + 2 * guard));
  const config = { samplesPerSymbol: 1, noiseVariance, isReal, seed: 5, guard } as const;
  return receivePacket(silence, Float64Array.of(1, 0), packet, config).subarray(2 * guard, 2 * (guard + symbols));
}

describe("adaptive/cyclic", () => {
  it.each([
    ["fde", "qpsk", 16, 3, 1, 67, false],
    ["fde", "bpsk", 64, 5, 64, 3, true],
    ["fde-zf", "16qam", 128, 2, 4, 5, false],
    ["ofdm", "64qam", 32, 3, 32, 2, false],
    ["ofdm", "bpsk", 1024, 1, 9, 1, true],
    ["ofdm", "8psk", 256, 1, 256, 3, false],
  ] as const)(
    "equals the reference: %s, %s, N = %i, %i blocks, %i taps, %i packets",
    async (name, modulation, length, blocks, tapCount, packets, isReal) => {
      const symbols = length * blocks;
      const test = await testBatch({ modulation, taps: Float64Array.of(1, 0), packets, symbols, firstPacket: 70 });
      const { batch, tapsOf } = withOwnTaps(test, tapCount);
      const isMulticarrier = name === "ofdm";
      const criterion = name === "fde" ? "mmse" : "zf";
      const config = { length, isMulticarrier, criterion, isReal, seed: 5 } as const;
      const plan = await createCyclicEqualizer(test.device, batch, test.decisions, config);
      plan.setFirstPacket(70);
      plan.setNoiseVariance(0.1);
      poison(test.device, plan.estimates);
      if (plan.scales) poison(test.device, plan.scales);
      await run(test.device, plan);
      const scales = plan.scales ? await readFloats(test.device, plan.scales, packets) : undefined;
      expect(plan.hasOwnScales).toBe(!isMulticarrier);
      // Carriers are complex: their noise has the real one's variance on both axes.
      const noiseVariance = isReal && isMulticarrier ? 0.2 : 0.1;
      for (const p of new Set([0, packets - 1])) {
        const noise = noiseOf(test, 70 + p, noiseVariance, isReal && !isMulticarrier);
        const sent = test.packets[p].sent.subarray(2 * batch.guard);
        const found = await estimatesOf(test, plan.estimates, p);
        for (let b = 0; b < blocks; b++) {
          const block = (x: Float64Array) => x.slice(2 * b * length, 2 * (b + 1) * length);
          const link = { isMulticarrier, noiseVariance: criterion === "mmse" ? 0.1 : 0 };
          const { estimates, scale, amplification } = equalizeBlock(block(sent), tapsOf(p), block(noise), link);
          // Transforms have errors of −130 dB, phasors of the noise −120 dB; both grow with 1/H as the noise does.
          expect(errorDb(block(found), estimates)).toBeLessThan(-113 + 10 * Math.log10(amplification));
          expect(scales?.[p] ?? 1).toBeCloseTo(scale, 5);
        }
      }
      plan.destroy();
      test.destroy();
    },
  );

  it("gives nothing where the channel passes nothing", async () => {
    const test = await testBatch({ taps: Float64Array.of(1, 0, 1, 0), packets: 2, symbols: 64 });
    const config = { length: 64, isMulticarrier: true, criterion: "zf", isReal: false, seed: 5 } as const;
    const plan = await createCyclicEqualizer(test.device, test.batch, test.decisions, config);
    plan.setNoiseVariance(0.01);
    await run(test.device, plan);
    const [re, im] = (await estimatesOf(test, plan.estimates, 1)).subarray(64, 66);
    expect(Math.hypot(re, im)).toBe(0);
    plan.destroy();
    test.destroy();
  });

  it("refuses symbols that are not whole blocks", async () => {
    const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 1, symbols: 40 });
    const config = { length: 32, isMulticarrier: false, criterion: "mmse", isReal: false, seed: 5 } as const;
    const creation = createCyclicEqualizer(test.device, test.batch, test.decisions, config);
    await expect(creation).rejects.toThrow("symbols must be whole blocks of 32, got 40");
    test.destroy();
  });
});

describe("adaptive/overlap", () => {
  it.each([
    [16, 3, 29, 2, 67],
    [128, 63, 101, 1, 2],
    [64, 0, 64, 3, 3],
    [128, 20, 1, 5, 3],
    [128, 20, 100, 128, 1],
  ] as const)(
    "equals the reference: N = %i, D = %i, %i symbols, %i taps, %i packets",
    async (length, drop, symbols, tapCount, packets) => {
      const test = await testBatch({ taps: Float64Array.of(1, 0), packets, symbols });
      const { batch, tapsOf } = withOwnTaps(test, tapCount);
      const plan = await createOverlapEqualizer(test.device, batch, { length, drop });
      plan.setNoiseVariance(0.1);
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      for (const p of new Set([0, packets - 1])) {
        const config = { length, drop, noiseVariance: 0.1 };
        const expected = equalizeOverlapping(test.packets[p].received, tapsOf(p), config, batch);
        expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-105);
      }
      plan.destroy();
      test.destroy();
    },
  );

  it("reaches the infinite MMSE equalizer on Proakis C at 15 dB where it drops 16 of 64 on each side", async () => {
    const given = { channel: "proakis-c", snr: "15", training: 0, symbols: 1000, packets: 100, drop: 16 };
    const config = ADAPTIVE.parse({ ...given, equalizers: ["fde-overlap"] });
    const [{ steadyMse95 }] = (await sweepToEnd(adaptiveSweep, config, {})).results;
    const snrs = steadyMse95!.map((mse) => 10 * Math.log10(1 / mse - 1));
    // Salz: 1.83 dB. The interference of neighbours that is left may take 0.05 dB.
    expect(snrs[1]).toBeLessThan(1.83);
    expect(snrs[0]).toBeGreaterThan(1.78);
  });

  it.each([
    [{ length: 64, drop: 32 }, "drop must be an integer from 0 to 31, got 32"],
    [{ length: 1024, drop: 1 }, "guard must be an integer ≥ 512"],
  ])("refuses %j", async (config, message) => {
    const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 1, symbols: 40 });
    await expect(createOverlapEqualizer(test.device, test.batch, config)).rejects.toThrow(
      `adaptive/overlap: ${message}`,
    );
    test.destroy();
  });
});

/** The mean error rate of QPSK's bits on a Rayleigh channel at Eb/N0. Source: Proakis and Salehi, 13.3-7. */
const rayleigh = (db: number) => 0.5 * (1 - Math.sqrt(10 ** (db / 10) / (1 + 10 ** (db / 10))));

describe("blocks of 64 symbols with a prefix of 16, QPSK", () => {
  const random = { channel: "exponential:2", symbols: 64 };
  const fixed = { channel: "proakis-c", symbols: 640 };
  const rows = [
    // Equalizer, channel, Eb/N0, packets, error rate, accuracy of that rate: the tables' is 3 %, formulas have none.
    ["fde", random, 8, 3000, 0.0197, 1.03],
    ["ofdm", random, 8, 3000, rayleigh(8), 1],
    ["fde", fixed, 12, 100, 0.111, 1.03],
    ["ofdm", fixed, 12, 100, 0.152, 1.03],
  ] as const;
  const slow = [
    ["fde", random, 14, 100_000, 1.17e-3, 1.03],
    ["ofdm", random, 14, 30_000, rayleigh(14), 1],
    ["fde", random, 8, 50_000, 0.0197, 1.03],
  ] as const;
  it.each(process.env.THREERAY_SLOW ? [...rows, ...slow] : rows)(
    "%s on %j has the error rate of theory or the table at %f dB",
    async (equalizer, channel, db, packets, ber, accuracy) => {
      const given = { ...channel, equalizers: [equalizer], training: 0, ebn0: String(db), packets };
      const [{ ci95 }] = (await sweepToEnd(adaptiveSweep, ADAPTIVE.parse(given), {})).results;
      expect(ci95![0] / accuracy).toBeLessThan(ber);
      expect(ci95![1] * accuracy).toBeGreaterThan(ber);
    },
  );
});
