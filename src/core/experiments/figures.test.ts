import { describe, expect, it } from "vitest";
import { testGpu } from "../gpu/testing.ts";
import { figures } from "./figures.ts";
import { DEFAULT_SCENARIO, EQUALIZERS, type Scenario } from "./scenario.ts";

const draw = async (change: Partial<Scenario>) =>
  figures(await testGpu(), { ...DEFAULT_SCENARIO, packets: 8, ...change });

const at = (x: Float32Array, y: Float32Array, where: number) => y[x.findIndex((value) => value >= where)];

describe("figures of a scenario", () => {
  it("shows the null that channel 1 puts in the middle of the band, sent, received and estimated", async () => {
    const { spectrum, estimate, packets, errors, sent } = await draw({ channel: "1", ebn0: 30, frequencyOffset: 0 });
    const { frequencyMHz, sentDb, receivedDb, responseDb } = spectrum;
    expect(Math.max(...sentDb)).toBeCloseTo(0, 6);
    expect(at(frequencyMHz, sentDb, 0)).toBeGreaterThan(-12);
    const depth = at(frequencyMHz, responseDb, 0);
    expect(depth).toBeLessThan(-10);
    const seen = at(frequencyMHz, receivedDb, 0) - at(frequencyMHz, sentDb, 0);
    expect(Math.abs(seen - depth)).toBeLessThan(3);
    expect(sent).toBe(8);
    expect(packets).toHaveLength(8);
    expect(packets.every(({ start }, p) => Math.abs(start - 256 - p * 12672) <= 4)).toBe(true);
    expect(errors.map(({ equalizer }) => equalizer)).toEqual([...EQUALIZERS]);
    expect(estimate?.weightedErrorDb).toBeLessThan(-24);
  });

  it.each(["1", "2", "3"])(
    "judges the estimate of channel %s at 20 dB at −22 to −25 dB and better, as a rule",
    async (channel) => {
      const values: number[] = [];
      for (const seed of [1, 2, 3]) {
        const { estimate } = await draw({ channel, ebn0: 20, seed, phase: 77, timing: 0.3, equalizers: ["none"] });
        values.push(estimate?.weightedErrorDb ?? Number.NaN);
      }
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(mean).toBeLessThan(-20);
      expect(mean).toBeGreaterThan(-28);
    },
  );

  it("tightens the constellations as noise falls", async () => {
    const [noisy, clean] = [await draw({ channel: "2", ebn0: 10 }), await draw({ channel: "2", ebn0: 25 })];
    for (const [i, { equalizer, evmPercent, points }] of clean.constellations.entries()) {
      if (equalizer === "none") continue;
      expect(evmPercent, equalizer).toBeLessThan(noisy.constellations[i].evmPercent);
      expect(points.every((value) => Number.isFinite(value))).toBe(true);
    }
    expect(clean.before.length).toBeGreaterThan(0);
  });

  it("draws what there is when no packet is found", async () => {
    const { estimate, constellations, packets, errors } = await draw({ ebn0: -10 });
    expect(packets.length).toBeLessThan(8);
    if (packets.length === 0) expect(estimate).toBeNull();
    expect(constellations).toHaveLength(EQUALIZERS.length);
    expect(errors.every(({ bits }) => bits === packets.length * 6144)).toBe(true);
  });
});
