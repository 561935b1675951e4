import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { sweepToEnd } from "../../measurement/testing.ts";
import { MIMO, type MimoExperiment } from "./experiment.ts";
import { mimoSweep } from "./sweep.ts";

/**
 * SNR in dB at which the exhaustive detector loses 1 % of the frames: 4 × 4 antennas, 16-QAM, LDPC 2304 of rate 1/2 with 15
 * iterations of sum-product. From 20,000 frames per point in float64; an H100 measured 12.2 dB.
 */
const EXHAUSTIVE = 12.22;

/** The SNR in dB where the line between two points of log FER crosses 1 %. */
async function threshold(change: Partial<MimoExperiment>, stopErrors: number): Promise<number> {
  const config = MIMO.parse({ frames: 100_000, stopErrors, seed: 17, ...change });
  const { results } = await sweepToEnd(mimoSweep, config);
  const [low, high] = results.map(({ frames, frameErrors }) => Math.log(frameErrors / frames / 0.01));
  const [from, to] = config.snr.split(",").map(Number);
  return from + ((to - from) * low) / (low - high);
}

describe.runIf(process.env.THREERAY_SLOW)("quality of MTT at a frame error rate of 1 % (THREERAY_SLOW)", () => {
  it.each([
    [0.15, { orders: 4, snr: "12.1,12.3" }],
    [0.5, { sorting: "v-blast", snr: "12.4,12.6" }],
  ] as const)(
    "is within %d dB of exhaustive detection: %j",
    async (most, change) => {
      const { adapter } = await testGpu();
      // The standard deviation of the distance is about 0.03 dB with 50 errors per point, and 0.01 dB with 300.
      const errors = adapter.software ? 50 : 300;
      const at = await threshold({ detectors: ["mtt"], ...change }, errors);
      const optimum = adapter.software
        ? EXHAUSTIVE
        : await threshold({ detectors: ["max-log"], snr: "12.1,12.4" }, errors);
      process.stderr.write(`MTT ${JSON.stringify(change)}: ${at.toFixed(3)} dB, exhaustive ${optimum.toFixed(3)} dB\n`);
      expect(at - optimum).toBeLessThan(most);
      expect(at - optimum).toBeGreaterThan(-0.05);
    },
    3_600_000,
  );
});
