import { expect, it } from "vitest";
import { createDraws } from "../generator/draws.ts";
import type { Burst } from "../detection.ts";
import { positiveLowHz } from "./positive-band.ts";

/** Real noise of some bands, as a sum of many tones: levels, and the edges in Hz. */
function noiseOf(bands: readonly (readonly [level: number, fromHz: number, toHz: number])[]): Burst {
  const [count, sampleRateHz] = [4096, 10_000];
  const draws = createDraws(11, "samples", 1);
  const samples = new Float64Array(2 * count);
  for (const [level, fromHz, toHz] of bands) {
    for (let hz = fromHz + 5; hz < toHz; hz += 10) {
      const phase = draws.uniform(0, 1);
      for (let n = 0; n < count; n++)
        samples[2 * n] += level * Math.cos(2 * Math.PI * ((hz * n) / sampleRateHz + phase));
    }
  }
  const place = { sampleRateHz, first: 0, decimation: 1, centreHz: 0, widthHz: 8000, passHz: 8000 };
  return { ...place, samples, start: 0, stop: count, noiseDensity: 0, notes: [] };
}

it.each([
  // A modem's packet, with sides that reach 0; and a narrow telegraph.
  { bands: [[1, 900, 2500] as const, [0.02, 0, 4000] as const], lowHz: 450 },
  { bands: [[1, 1400, 1600] as const], lowHz: 700 },
  // A voice, behind a telephone's filter and not; and a receiver's baseband.
  { bands: [[1, 300, 3400] as const], lowHz: 0 },
  { bands: [[1, 80, 4000] as const], lowHz: 0 },
  { bands: [[1, 0, 3000] as const], lowHz: 0 },
])("the box of $bands Hz without its conjugate begins at $lowHz Hz", ({ bands, lowHz }) => {
  const found = positiveLowHz(noiseOf(bands), 4000);
  // 0.5 % of the power lie below the lower end: 8 Hz of 1600, and what the ends of the time leak.
  if (lowHz === 0) expect(found).toBe(0);
  else expect(Math.abs(found - lowHz)).toBeLessThan(10);
});
