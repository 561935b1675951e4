import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, upload } from "../../gpu/testing.ts";
import { decisionTables } from "../decision.ts";
import { modulationPoints } from "../modulations.ts";
import { labelsOfPacket } from "./labels.reference.ts";
import { createRandomLabels } from "./labels.ts";
import { receivePacket } from "./received.reference.ts";
import { createReceivedSamples } from "./received.ts";

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
