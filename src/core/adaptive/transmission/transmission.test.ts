import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { decisionTables } from "../decision.ts";
import { modulationPoints } from "../modulations.ts";
import { labelsOfPacket } from "./labels.reference.ts";
import { createRandomLabels } from "./labels.ts";
import { drawTaps } from "./random-taps.reference.ts";
import { createRandomTaps } from "./random-taps.ts";
import { receivePacket } from "./received.reference.ts";
import { createReceivedSamples } from "./received.ts";

describe("adaptive/labels", () => {
  it.each([
    [1, 1, 2, 1],
    [7, 30, 66, 3],
    [70, 5, 64, 6],
  ])(
    "equals the reference: %i packets, %i symbols, guard %i, %i bits",
    async (packets, symbols, guard, bitsPerSymbol) => {
      const device = await testDevice();
      const plan = await createRandomLabels(device, { packets, symbols, guard, bitsPerSymbol, seed: 9 });
      plan.setFirstPacket(1000);
      poison(device, plan.labels);
      await run(device, plan);
      const count = symbols + 2 * guard;
      const words = await readWords(device, plan.labels, Math.ceil(count / 4) * packets);
      for (let p = 0; p < packets; p++) {
        const expected = labelsOfPacket(1000 + p, count, { bitsPerSymbol, seed: 9 });
        const found = expected.map((_, k) => (words[(k >> 2) * packets + p] >>> (8 * (k % 4))) & 0xff);
        expect(found).toEqual(expected);
      }
      plan.destroy();
    },
  );

  it.each([
    [{ packets: 0 }, "packets must be a positive integer, got 0"],
    [{ bitsPerSymbol: 9 }, "bitsPerSymbol must be"],
    [{ seed: -1 }, "seed must be"],
  ])("refuses %j", async (change, message) => {
    const config = { packets: 1, symbols: 1, guard: 64, bitsPerSymbol: 2, seed: 1, ...change };
    await expect(createRandomLabels(await testDevice(), config)).rejects.toThrow(`adaptive/labels: ${message}`);
  });
});

describe("adaptive/random-taps", () => {
  it("equals the reference within 1e-6", async () => {
    const device = await testDevice();
    const amplitudes = Float32Array.of(0.8, 0.5, 0.3, 0.1);
    const plan = await createRandomTaps(device, { packets: 67, amplitudes, seed: 3 });
    plan.setFirstPacket(20);
    poison(device, plan.taps);
    await run(device, plan);
    const taps = await readFloats(device, plan.taps, 2 * 4 * 67);
    for (let p = 0; p < 67; p++) {
      const expected = drawTaps(20 + p, amplitudes, 3);
      const found = expected.map((_, i) => taps[2 * ((i >> 1) * 67 + p) + (i % 2)]);
      expect(errorDb(found, expected)).toBeLessThan(-120);
    }
    plan.destroy();
  });
});

describe("adaptive/received", () => {
  it.each([
    ["bpsk", 1, true, undefined],
    ["8psk", 1, false, undefined],
    ["16qam", 2, false, undefined],
    ["qpsk", 1, false, [0, 0.001, -0.02]],
  ] as const)(
    "equals the reference: %s, %i samples per symbol, real %s, turns %j",
    async (modulation, samplesPerSymbol, isReal, turns) => {
      const device = await testDevice();
      const { points } = decisionTables(modulation);
      const [packets, symbols, guard] = [5, 37, 64];
      const sizes = { packets, symbols, guard, samplesPerSymbol };
      const bitsPerSymbol = Math.log2(points.length / 2);
      const labels = await createRandomLabels(device, { ...sizes, bitsPerSymbol, seed: 4 });
      labels.setFirstPacket(8);
      // The taps are float32, so that the reference has the same.
      const taps = Float32Array.of(0.9, 0, 0.2, -0.5, 0.1, 0.3);
      const plan = await createReceivedSamples(device, {
        ...sizes,
        labels: labels.labels,
        taps: upload(device, taps),
        hasOwnTaps: false,
        tapCount: 3,
        points,
        turns,
        isReal,
        seed: 4,
      });
      plan.setFirstPacket(8);
      plan.setNoiseVariance(0.1);
      poison(device, plan.received);
      await run(device, labels);
      await run(device, plan);
      const rows = samplesPerSymbol * (symbols + 2 * guard);
      const found = await readFloats(device, plan.received, 2 * rows * packets);
      const exact = modulationPoints(modulation);
      for (let p = 0; p < packets; p++) {
        const own = labelsOfPacket(8 + p, symbols + 2 * guard, { bitsPerSymbol, seed: 4 });
        const sent = Float64Array.from(own.flatMap((label) => [exact[2 * label], exact[2 * label + 1]]));
        const config = { samplesPerSymbol, noiseVariance: 0.1, isReal, seed: 4, turns, guard };
        const expected = receivePacket(sent, Float64Array.from(taps), 8 + p, config);
        const row = expected.map((_, i) => found[2 * ((i >> 1) * packets + p) + (i % 2)]);
        // Angles have 32 bits, phasors an error of 1e-7.
        expect(errorDb(row, expected)).toBeLessThan(-120);
      }
      labels.destroy();
      plan.destroy();
    },
  );
});
