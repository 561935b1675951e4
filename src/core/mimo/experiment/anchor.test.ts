import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { confidenceInterval } from "../../measurement/confidence.ts";
import { sweepToEnd } from "../../measurement/testing.ts";
import { createMimoChain } from "./chain.ts";
import { MIMO, type MimoExperiment, pointOf } from "./experiment.ts";
import { SIONNA } from "./testing.ts";
import { mimoSweep } from "./sweep.ts";

/** Blocks in error and blocks, by Eb/N0 in dB. */
const PUBLISHED: [string, Partial<MimoExperiment>, [number, number, number][]][] = [
  [
    "LMMSE",
    { detectors: ["mmse"] },
    [
      [-8, 995, 1024],
      [-7, 878, 2560],
      [-6, 819, 25856],
    ],
  ],
  [
    "K-best 64",
    { detectors: ["kbest"] },
    [
      [-8, 1021, 1024],
      [-7, 912, 1536],
      [-6, 826, 15616],
    ],
  ],
  [
    "two iterations",
    { outer: "2" },
    [
      [-8, 921, 1792],
      [-7, 743, 32768],
      [-6, 13, 32768],
    ],
  ],
  [
    "three iterations",
    { outer: "3" },
    [
      [-8, 918, 2048],
      [-7, 416, 32768],
      [-6, 0, 32768],
    ],
  ],
];

describe("mimo/experiment: Sionna's iterative receiver", () => {
  it("loses most blocks in one pass at -8 dB, and none in three at -5 dB", async () => {
    const config = MIMO.parse({ ...SIONNA, outer: "1,3" });
    const chain = await createMimoChain((await testGpu()).device, config, 6);
    const lost = async (ebn0: number) => {
      chain.setPage({ firstFrame: 0, snrDb: pointOf({ ...config, ebn0: String(ebn0) }, ebn0).snrDb });
      return (await chain.run()).map(({ errors }) => errors.filter((wrong) => wrong > 0).length);
    };
    expect((await lost(-8))[0]).toBeGreaterThanOrEqual(20);
    expect((await lost(-5))[1]).toBe(0);
    chain.destroy();
  });

  const slow = process.env.THREERAY_SLOW ? it : it.skip;
  slow.each(PUBLISHED)(
    "has the published block error rates within 99 %% intervals: %s (slow suite)",
    async (_, given, points) => {
      const ebn0 = points.map(([db]) => db).join();
      // The notebook's last decoder uses sum-product, and its decoders keep their messages from bits to checks.
      const decoders = { lastDecoding: "exact", messages: "kept-from-bits" } as const;
      const config = MIMO.parse({ ...SIONNA, ...given, ...decoders, ebn0, frames: 2048, stopErrors: 300 });
      const { results } = await sweepToEnd(mimoSweep, config);
      for (const [i, [db, errors, blocks]] of points.entries()) {
        const published = confidenceInterval(errors, blocks, 0.99);
        const { frameErrors, frames } = results[i];
        // The four blocks of a frame share a channel, so there are at least a quarter as many independent ones.
        const [low, high] = confidenceInterval(Math.round(frameErrors / 4), Math.round(frames / 4), 0.99);
        expect(low, `${db} dB`).toBeLessThanOrEqual(published[1]);
        expect(high, `${db} dB`).toBeGreaterThanOrEqual(published[0]);
      }
    },
    7_200_000,
  );
});
