import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { multipath } from "./multipath.float64.ts";
import { pathsOf, response } from "../../channel/paths.ts";
import { directPower, noiseVariance, receivedPower } from "./noise.ts";
import { NAMED_PATHS, THREE_RAYS } from "./rays.ts";

const power = (x: Float64Array) => x.reduce((sum, value) => sum + value * value, 0) / (x.length / 2);

describe("telemetry/channel/rays", () => {
  it("has the three-ray channels: opposite rays cancel if the delay is a whole number of turns", () => {
    expect(THREE_RAYS.map((rays) => rays[1].phaseDeg)).toEqual([180, 150, 120]);
    const H = response(NAMED_PATHS["1"].slice(0, 2), 64);
    expect(H[0]).toBeCloseTo(1 - 10 ** (-1.5 / 20), 12);
    expect(H[1]).toBeCloseTo(0, 12);
  });

  it("has eleven measured channels of unit energy, the strongest tap first", () => {
    for (let id = 1; id <= 11; id++) {
      const energies = NAMED_PATHS[`measured-${id}`].map(({ gain }) => gain[0] ** 2 + gain[1] ** 2);
      expect(energies.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
      expect(Math.max(...energies)).toBe(energies[0]);
    }
    expect(Math.min(...NAMED_PATHS["measured-4"].map(({ delay }) => delay))).toBe(-6);
  });

  it("has the measured taps of the thesis", () => {
    const { channels } = JSON.parse(readFileSync(new URL("./rays.vectors.json", import.meta.url), "utf8")) as {
      channels: { id: number; precursors: number; taps: [number, number][] }[];
    };
    expect(channels).toHaveLength(11);
    for (const { id, precursors, taps } of channels) {
      const dense = taps.map(() => [0, 0]);
      for (const { gain, delay } of NAMED_PATHS[`measured-${id}`]) dense[delay + precursors] = [...gain];
      expect(dense).toEqual(taps);
    }
  });

  it.each(["none", "1", "2", "3", "measured-2", "measured-11"])("computes the received power of channel %s", (name) => {
    const random = testRandom(62);
    const bits = Uint8Array.from({ length: 200_000 }, () => Number(random() < 0.5));
    const received = multipath(bits, 0, NAMED_PATHS[name], 100, 2 * bits.length - 100);
    expect(Math.abs(power(received) / receivedPower(NAMED_PATHS[name]) - 1)).toBeLessThan(0.01);
  });

  it("takes the first path's power as the direct one", () => {
    expect(directPower(NAMED_PATHS["2"])).toBe(1);
    expect(directPower(pathsOf([{ attenuationDb: 10, phaseDeg: 33, delayNs: 0 }], 1e6))).toBeCloseTo(0.1, 12);
  });

  it("makes noise of variance 2P/(Eb/N0)", () => {
    expect(noiseVariance(1, 0)).toBe(2);
    expect(noiseVariance(0.5, 10)).toBeCloseTo(0.1, 12);
  });
});
