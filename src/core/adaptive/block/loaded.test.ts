import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run } from "../../gpu/testing.ts";
import { testBatch } from "../testing.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { equalizeBlock } from "./cyclic.reference.ts";
import { createChannelResponse } from "./response.ts";
import { sendCarriers } from "./loaded.reference.ts";
import { countCarrierErrors } from "./loaded-errors.reference.ts";
import { createLoadedOfdm } from "./loaded.ts";
import { withOwnTaps, noiseOf } from "./testing.ts";

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
        const sent = sendCarriers(labels, bits, amplitude);
        const noise = noiseOf(test, 40 + p, 0.5, false);
        const z = Array.from({ length: blocks }).flatMap((_, b) => {
          const [first, last] = [2 * b * length, 2 * (b + 1) * length];
          const block = Float64Array.from(sent.slice(first, last));
          const link = { isMulticarrier: true, noiseVariance: 0 };
          return [...equalizeBlock(block, tapsOf(p), noise.slice(first, last), link).estimates];
        });
        const carriers = { bitsOf: bits, amplitudeOf: amplitude };
        const errors = countCarrierErrors({ labels: labels.slice(0, symbols), z }, carriers, {
          training,
          bitsPerSymbol,
        });
        expect(errors.bits).toBe(symbols * bitsPerSymbol);
        const mean = (first: number, last: number) => {
          const those = errors.squares.slice(first, last).filter((square) => square !== undefined);
          return those.reduce((sum, square) => sum + square, 0) / Math.max(1, those.length);
        };
        expect([counts[p], counts[packets + p], counts[2 * packets + p]]).toEqual([
          errors.wrongBits,
          errors.wrongSymbols,
          0,
        ]);
        expect(counts[3 * packets + p] / 2 ** 20).toBeCloseTo(mean(symbols - Math.ceil(symbols / 4), symbols), 3);
        expect(learning[packets + p] / 2 ** 20).toBeCloseTo(mean(7, 14), 3);
      }
      for (const made of [plan, counter, response, test]) made.destroy();
    },
  );
});
