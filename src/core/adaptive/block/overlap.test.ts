import { describe, expect, it } from "vitest";
import { errorDb, poison, run } from "../../gpu/testing.ts";
import { estimatesOf, testBatch } from "../testing.ts";
import { createChannelResponse } from "./response.ts";
import { equalizeOverlapping } from "./overlap.reference.ts";
import { createOverlapEqualizer } from "./overlap.ts";
import { withOwnTaps } from "./testing.ts";

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
