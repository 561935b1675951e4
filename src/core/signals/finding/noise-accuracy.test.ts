import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { noiseSd } from "./noise-accuracy.ts";
import { noiseFloorOf } from "./noise-floor.ts";
import { resolutionsFor } from "./resolution.ts";
import { spectraOf } from "./spectra.ts";

it("states the error of the noise floor of white noise, and more where signals raise the floor beside a part", () => {
  const [rate, count] = [1e5, 60_000];
  const [resolution] = resolutionsFor(rate, count);
  const part = { frames: [100, 300], bins: [20, 28] } as const;
  const ratios = Array.from({ length: 24 }, (_, seed) => {
    const samples = new Float64Array(2 * count);
    addNoise(samples, 700 + seed, 0);
    const floor = noiseFloorOf(spectraOf(Float32Array.from(samples), resolution), resolution);
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const density = mean(floor.gain.slice(...part.frames)) * mean(floor.shape.slice(...part.bins));
    const sd = noiseSd(floor, resolution, part);
    const raised = { ...floor, shape: floor.shape.map((value, k) => (k >= 20 && k < 28 ? 1.3 * value : value)) };
    expect(noiseSd(raised, resolution, part)).toBeGreaterThan(0.2);
    return (density * rate - 1) / sd;
  });
  const rms = Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio ** 2, 0) / ratios.length);
  // The mean square of 24 normal variables lies between these with 99.9 %: χ² with 24 degrees of freedom. A little less is on the safe side.
  expect(rms).toBeGreaterThan(0.3);
  expect(rms).toBeLessThan(Math.sqrt(51.2 / 24));
});
