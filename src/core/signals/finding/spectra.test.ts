import { expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { resolutionsFor } from "./resolution.ts";
import { spectraInSlices, spectraOf } from "./spectra.ts";

it("computes the same powers in slices, and lets other work pass between them", async () => {
  const samples = Float32Array.from(testNormals(5, 2 * 100_001));
  // Transforms of 64 samples: two whole slices and a part.
  const [resolution] = resolutionsFor(1e5, samples.length / 2);
  let passes = 0;
  const slice = { due: () => true, pass: async () => void passes++ };
  const powers = await spectraInSlices(samples, resolution, slice);
  expect(passes).toBeGreaterThan(1);
  const whole = spectraOf(samples, resolution);
  expect(Buffer.from(powers.buffer).equals(Buffer.from(whole.buffer))).toBe(true);
});
