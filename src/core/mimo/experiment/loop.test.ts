import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { mimoFrame, MIMO } from "./experiment.ts";
import { loop } from "./loop.ts";
import { watchFrame } from "./watch.ts";

/** Two antennas, 16-QAM and the shortest LDPC code, near the threshold. */
const small = MIMO.parse({
  antennas: 2,
  qam: "16",
  code: "wimax-576-1/2",
  detectors: ["mmse", "mmse-pic"],
  outer: "1,2,3",
  frames: 8,
});

describe("mimo/experiment/loop", () => {
  it("measures the exchange of detector and decoder, between their transfer curves", async () => {
    const found = (await loop(await testGpu(), small, 9.5))!;
    expect(found.passes.map(({ detector, outer }) => `${detector} ${outer}`)).toEqual([
      "mmse-pic 1",
      "mmse-pic 2",
      "mmse-pic 3",
    ]);
    const [first, , last] = found.passes;
    expect(last.detected).toBeGreaterThan(first.detected);
    expect(last.fed).toBeGreaterThan(first.fed);
    const [{ curve }] = found.detectors;
    // Priors without information are no priors.
    expect(curve[0].output).toBeCloseTo(first.detected, 6);
    // More information in gives more information out, up to the spread of few frames.
    for (const points of [curve, found.decoder]) {
      for (let i = 1; i < points.length; i++) {
        expect(points[i].input).toBeGreaterThan(points[i - 1].input);
        expect(points[i].output).toBeGreaterThan(points[i - 1].output - 0.02);
      }
    }
    expect(found.decoder.at(-1)!.output).toBeGreaterThan(0.99);
    const { bins } = last.calibration;
    expect(bins.reduce((sum, { bits }) => sum + bits, 0)).toBe(found.frames * mimoFrame(small).sent);
  });

  it("has nothing to show without outer iterations", async () => {
    expect(await loop(await testGpu(), { ...small, outer: "1" }, 11)).toBeUndefined();
    const query = { snrDb: 11, frame: 0, detector: "mmse" } as const;
    await expect(watchFrame(await testGpu(), small, query)).rejects.toThrow("mmse takes no part in outer iterations");
  });
});

describe("mimo/experiment/watch", () => {
  it("follows the bits of one frame through the outer iterations", async () => {
    const view = await watchFrame(await testGpu(), small, { snrDb: 10, frame: 3, detector: "mmse-pic" });
    expect(view.bits).toHaveLength(576);
    expect(view.llrs).toHaveLength(6);
    expect(view.errors[0]).toBeGreaterThan(0);
    // After the last pass the decoder's decisions are better than the detector's first ones.
    expect(view.errors[5]).toBeLessThan(view.errors[0]);
  });
});
