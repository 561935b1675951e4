import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testNormals, upload } from "../../gpu/testing.ts";
import { testBatch } from "../testing.ts";
import { circularChannel } from "./circular.reference.ts";
import { createCircularChannel } from "./circular.ts";
import { noiseOf, withOwnTaps } from "./testing.ts";

describe("adaptive/circular", () => {
  it.each([
    [32, 3, 7, 3, false],
    [16, 5, 16, 66, true],
  ])(
    "equals the sum over the block: N = %i, %i blocks, %i taps, %i packets, real noise %s",
    async (length, blocks, tapCount, packets, isReal) => {
      const symbols = length * blocks;
      const test = await testBatch({ taps: Float64Array.of(1, 0), packets, symbols });
      const { batch, tapsOf } = withOwnTaps(test, tapCount);
      const sent = Float32Array.from(testNormals(9, 2 * symbols * packets));
      const config = { ...batch, length, sent: upload(test.device, sent), isReal, seed: 5 };
      const plan = await createCircularChannel(test.device, config);
      plan.setFirstPacket(70);
      plan.setSigma(Math.sqrt(isReal ? 0.2 : 0.1));
      poison(test.device, plan.received);
      await run(test.device, plan);
      const received = await readFloats(test.device, plan.received, sent.length);
      for (const p of [0, packets - 1]) {
        const noise = noiseOf(test, 70 + p, 0.2, isReal);
        for (let b = 0; b < blocks; b++) {
          const [first, last] = [2 * b * length, 2 * (b + 1) * length];
          const own = 2 * symbols * p;
          const block = Float64Array.from(sent.subarray(own + first, own + last));
          const expected = circularChannel(block, tapsOf(p), noise.slice(first, last));
          // Phasors of the noise have an error of 1e-7.
          expect(errorDb(received.subarray(own + first, own + last), expected)).toBeLessThan(-120);
        }
      }
      plan.destroy();
      test.destroy();
    },
  );

  it.each([
    [{ tapCount: 33 }, "tapCount must be an integer from 1 to 32, got 33"],
    [{ symbols: 40 }, "symbols must be whole blocks of 32, got 40"],
  ])("refuses %j", async (change, message) => {
    const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 1, symbols: 64 });
    const config = { ...test.batch, length: 32, sent: test.batch.received, isReal: false, seed: 5, ...change };
    await expect(createCircularChannel(test.device, config)).rejects.toThrow(`adaptive/circular: ${message}`);
    test.destroy();
  });
});
