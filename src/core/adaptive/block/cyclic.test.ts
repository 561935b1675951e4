import { describe, expect, it } from "vitest";
import { sequence } from "../../gpu/timing.ts";
import { errorDb, poison, readFloats, run } from "../../gpu/testing.ts";
import { estimatesOf, type TestBatch, testBatch } from "../testing.ts";
import { equalizeBlock } from "./cyclic.reference.ts";
import { createCyclicEqualizer, type CyclicEqualizerConfig } from "./cyclic.ts";
import { createChannelResponse } from "./response.ts";
import { type BlockTransmissionConfig, createBlockTransmission } from "./transmission.ts";
import { withOwnTaps, noiseOf } from "./testing.ts";

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
