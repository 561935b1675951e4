import { describe, expect, it } from "vitest";
import { sequence } from "../../gpu/timing.ts";
import { errorDb, poison, readFloats, readWords, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { estimatesOf, type TestBatch, testBatch } from "../testing.ts";
import { receivePacket } from "../transmission/received.reference.ts";
import { modulationPoints } from "../modulations.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { equalizeBlock } from "./cyclic.reference.ts";
import { createCyclicEqualizer, type CyclicEqualizerConfig } from "./cyclic.ts";
import { createChannelResponse } from "./response.ts";
import { type BlockTransmissionConfig, createBlockTransmission } from "./transmission.ts";
import { createLoadedOfdm } from "./loaded.ts";
import { createLoading } from "./loading.ts";
import { loadCarriers } from "./loading.reference.ts";
import { equalizeOverlapping } from "./overlap.reference.ts";
import { createOverlapEqualizer } from "./overlap.ts";

/** Taps of each packet, in the layout of a batch: [tap][packet]. */
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

/** Creates the transmission of a batch's symbols in blocks with its equalizer. */
async function sendAndEqualize(
  { device, batch, decisions }: TestBatch,
  config: BlockTransmissionConfig & Pick<CyclicEqualizerConfig, "criterion" | "power">,
) {
  const response = await createChannelResponse(device, batch, config.length);
  const blocks = await createBlockTransmission(device, batch, decisions.points, config);
  const signals = { response: response.response, spectra: blocks.spectra };
  const equalizer = await createCyclicEqualizer(device, batch, { ...config, ...signals });
  return {
    ...equalizer,
    ...sequence("sent and equalized", [response, blocks, equalizer]),
    setFirstPacket: blocks.setFirstPacket,
    setNoiseVariance(noiseVariance: number) {
      blocks.setNoiseVariance(noiseVariance);
      equalizer.setNoiseVariance(noiseVariance);
    },
    destroy() {
      for (const plan of [response, blocks, equalizer]) plan.destroy();
    },
  };
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
      const config = { length, isMulticarrier, criterion, isReal, power: 1, seed: 5 } as const;
      const plan = await sendAndEqualize({ ...test, batch }, config);
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
    const config = { length: 64, isMulticarrier: true, criterion: "zf", isReal: false, power: 1, seed: 5 } as const;
    const plan = await sendAndEqualize(test, config);
    plan.setNoiseVariance(0.01);
    await run(test.device, plan);
    const [re, im] = (await estimatesOf(test, plan.estimates, 1)).subarray(64, 66);
    expect(Math.hypot(re, im)).toBe(0);
    plan.destroy();
    test.destroy();
  });

  it("refuses symbols that are not whole blocks", async () => {
    const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 1, symbols: 40 });
    const config = { length: 32, isMulticarrier: false, criterion: "mmse", isReal: false, power: 1, seed: 5 } as const;
    const creation = createBlockTransmission(test.device, test.batch, test.decisions.points, config);
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
      const response = await createChannelResponse(test.device, batch, length);
      const sizes = { length, drop, power: 1, response: response.response };
      const plan = await createOverlapEqualizer(test.device, batch, sizes);
      plan.setNoiseVariance(0.1);
      poison(test.device, plan.estimates);
      await run(test.device, response);
      await run(test.device, plan);
      for (const p of new Set([0, packets - 1])) {
        const config = { length, drop, noiseVariance: 0.1 };
        const expected = equalizeOverlapping(test.packets[p].received, tapsOf(p), config, batch);
        expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-105);
      }
      for (const made of [plan, response, test]) made.destroy();
    },
  );

  it.each([
    [{ length: 64, drop: 32, power: 1 }, "drop must be an integer from 0 to 31, got 32"],
    [{ length: 1024, drop: 1, power: 1 }, "guard must be an integer ≥ 512"],
  ])("refuses %j", async (config, message) => {
    const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 1, symbols: 40 });
    const { response } = await createChannelResponse(test.device, test.batch, 64);
    await expect(createOverlapEqualizer(test.device, test.batch, { ...config, response })).rejects.toThrow(
      `adaptive/overlap: ${message}`,
    );
    test.destroy();
  });
});

describe("adaptive/loading", () => {
  it.each([
    [16, 1, 3],
    [64, 2, 67],
    [128, 3, 2],
    [1024, 4, 1],
    [32, 6, 2],
  ])(
    "loads as the greedy search: N = %i, %i bits per carrier, %i channels",
    async (length, bitsPerSymbol, channels) => {
      const device = await testDevice();
      const response = Float32Array.from(testNormals(8, 2 * length * channels));
      const config = { channels, length, bitsPerSymbol, response: upload(device, response), floor: 1e-10 };
      const plan = await createLoading(device, config);
      poison(device, plan.loads);
      poison(device, plan.amplitudes);
      await run(device, plan);
      const loads = await readWords(device, plan.loads, 2 * length * channels);
      const amplitudes = await readFloats(device, plan.amplitudes, length * channels);
      for (const channel of new Set([0, channels - 1])) {
        const at = (k: number) => 2 * (channel * length + k);
        const powers = Array.from({ length }, (_, k) => response[at(k)] ** 2 + response[at(k) + 1] ** 2);
        const { bits, energies } = loadCarriers(powers, bitsPerSymbol * length);
        let before = 0;
        for (const [k, count] of bits.entries()) {
          const found = k * channels + channel;
          expect([loads[2 * found], loads[2 * found + 1]]).toEqual([count, before]);
          expect(Math.abs(amplitudes[found] ** 2 - energies[k])).toBeLessThanOrEqual(1e-5 * energies[k]);
          before += count;
        }
        expect(before).toBe(bitsPerSymbol * length);
      }
      plan.destroy();
    },
  );

  it("gives equal carriers equal bits, the first ones more where they do not divide", async () => {
    const device = await testDevice();
    const response = Float32Array.from({ length: 32 }, (_, i) => 1 - (i % 2));
    const config = { channels: 1, length: 16, bitsPerSymbol: 3, response: upload(device, response), floor: 1e-10 };
    const plan = await createLoading(device, config);
    await run(device, plan);
    const loads = await readWords(device, plan.loads, 32);
    expect(Array.from({ length: 16 }, (_, k) => loads[2 * k])).toEqual([...Array(8).fill(4), ...Array(8).fill(2)]);
    plan.destroy();
  });
});

describe("adaptive/loaded", () => {
  it.each([
    ["qpsk", 64, 3, 5, 100, 7],
    ["bpsk", 16, 2, 1, 0, 70],
    ["64qam", 32, 2, 3, 63, 2],
  ] as const)(
    "counts the errors of float64: %s, N = %i, %i blocks, %i taps, training %i, %i packets",
    async (modulation, length, blocks, tapCount, training, packets) => {
      const symbols = length * blocks;
      const test = await testBatch({ modulation, taps: Float64Array.of(1, 0), packets, symbols });
      const { batch, tapsOf } = withOwnTaps(test, tapCount);
      const bitsPerSymbol = Math.log2(test.points.length / 2);
      const response = await createChannelResponse(test.device, batch, length);
      const config = { length, bitsPerSymbol, isReal: false, power: 1, seed: 5, response };
      const plan = await createLoadedOfdm(test.device, batch, config);
      const counter = await plan.createCounter({ training, bin: 7 });
      plan.setFirstPacket(40);
      plan.setNoiseVariance(0.5);
      for (const buffer of [plan.estimates, plan.loads, plan.amplitudes, counter.counts]) poison(test.device, buffer);
      await run(test.device, response);
      await run(test.device, plan);
      await run(test.device, counter);
      const counts = await readWords(test.device, counter.counts, 4 * packets);
      const learning = await readWords(test.device, counter.learning!, Math.ceil(symbols / 7) * packets);
      const amplitudes = await readFloats(test.device, plan.amplitudes, length * packets);
      const loads = await readWords(test.device, plan.loads, 2 * length * packets);
      for (const p of new Set([0, packets - 1])) {
        const labels = labelsOfPacket(40 + p, symbols + batch.guard, { bitsPerSymbol: 6, seed: 5 }).slice(batch.guard);
        const amplitude = (k: number) => amplitudes[(k % length) * packets + p];
        const bits = (k: number) => loads[2 * ((k % length) * packets + p)];
        const pointsOf = (k: number) =>
          bits(k) ? modulationPoints(({ 2: "qpsk", 4: "16qam", 6: "64qam" } as const)[bits(k) as 2]) : [0, 0];
        const sentOf = (k: number) => {
          const label = labels[k] % 2 ** bits(k);
          return [pointsOf(k)[2 * label], pointsOf(k)[2 * label + 1]];
        };
        const sent = labels.flatMap((_, k) => sentOf(k).map((part) => amplitude(k) * part));
        const noise = noiseOf(test, 40 + p, 0.5, false);
        const z = Array.from({ length: blocks }).flatMap((_, b) => {
          const [first, last] = [2 * b * length, 2 * (b + 1) * length];
          const block = Float64Array.from(sent.slice(first, last));
          const link = { isMulticarrier: true, noiseVariance: 0 };
          return [...equalizeBlock(block, tapsOf(p), noise.slice(first, last), link).estimates];
        });
        let [bitErrors, symbolErrors, position] = [0, 0, 0];
        const squares: number[] = [];
        for (let k = 0; k < symbols; k++) {
          if (bits(k) === 0) continue;
          const [re, im] = [z[2 * k] / amplitude(k), z[2 * k + 1] / amplitude(k)];
          const points = pointsOf(k);
          const distance = (label: number) => Math.hypot(re - points[2 * label], im - points[2 * label + 1]);
          const best = Array.from({ length: points.length / 2 }, (_, label) => label).toSorted(
            (a, b) => distance(a) - distance(b),
          )[0];
          const label = labels[k] % 2 ** bits(k);
          squares[k] = distance(label) ** 2;
          if (best !== label && k >= training) symbolErrors++;
          for (let j = 0; j < bits(k); j++, position++) {
            if (position >= training * bitsPerSymbol && ((best ^ label) >> j) & 1) bitErrors++;
          }
        }
        expect(position).toBe(symbols * bitsPerSymbol);
        const mean = (first: number, last: number) => {
          const those = squares.slice(first, last).filter((square) => square !== undefined);
          return those.reduce((sum, square) => sum + square, 0) / Math.max(1, those.length);
        };
        expect([counts[p], counts[packets + p], counts[2 * packets + p]]).toEqual([bitErrors, symbolErrors, 0]);
        expect(counts[3 * packets + p] / 2 ** 20).toBeCloseTo(mean(symbols - Math.ceil(symbols / 4), symbols), 3);
        expect(learning[packets + p] / 2 ** 20).toBeCloseTo(mean(7, 14), 3);
      }
      for (const made of [plan, counter, response, test]) made.destroy();
    },
  );
});
