import { describe, expect, it } from "vitest";
import { readFloats, run, testGpu, testNormals } from "../../../gpu/testing.ts";
import { createRawPage } from "../../../capture/raw-page.ts";
import { framesIn, narrowResolutionsFor, resolutionsFor } from "../resolution.ts";
import { spectraOf } from "../spectra.ts";
import { createFramePowers } from "./frame-powers.ts";

/** Largest error of an amplitude in float32, relative to the strongest bin's: the error of a transform, and as much for its parts. */
const ROUNDING = 5e-7;

describe("signals/finding/kernels: frame powers", () => {
  // At these rates a transform has as many points as a workgroup computes, 4 and 16 times as many.
  it.each([
    [2.4e6, 2048],
    [10e6, 8192],
    [40e6, 32_768],
  ])("agree with float64 at %d samples per second: transforms of %d points", async (rate, points) => {
    const { device } = await testGpu();
    const [resolution] = narrowResolutionsFor(rate, 1e9) ?? resolutionsFor(rate, 1e9);
    const { length, hop } = resolution;
    expect(length).toBe(points);
    const count = length + 3 * hop - 1;
    const frames = framesIn(count, resolution);
    const samples = Float32Array.from(testNormals(1, 2 * count));
    const page = await createRawPage(device, { format: "f32", samples: count });
    page.write({ samples, size: frames, from: 0, to: count });
    const plan = await createFramePowers(device, { ...page, resolution, frames });
    await run(device, plan);
    const mine = await readFloats(device, plan.powers, frames * length);
    const right = spectraOf(samples, resolution).map((power) => power * rate);
    const most = Math.sqrt(right.reduce((largest, power) => Math.max(largest, power), 0));
    const errors = mine.map((power, i) => Math.abs(Math.sqrt(power) - Math.sqrt(right[i])));
    expect(frames).toBe(3);
    expect(errors.reduce((largest, error) => Math.max(largest, error), 0)).toBeLessThan(ROUNDING * most);
    plan.destroy();
    page.destroy();
  });
});
