import { expect, it } from "vitest";
import { noise } from "../../gpu/check.ts";
import { errorDb, testGpu } from "../../gpu/testing.ts";
import { convolve } from "../direct.reference.ts";
import { openBlock } from "./latency.ts";

it("one block alone has the outputs of the sum over the taps", async () => {
  const unit = await openBlock(await testGpu(), { filter: 33, seed: 4 });
  const [y] = (await unit.run()) as ArrayBuffer[];
  unit.destroy();
  const [x, h] = [noise(4, y.byteLength / 4), noise(5, 66)];
  const grid = { origin: 0, outputLength: y.byteLength / 8, decimation: 1 };
  // As for other outputs of overlap-save with transforms of this length.
  expect(errorDb(new Float32Array(y), convolve(Float64Array.from(x), Float64Array.from(h), 16, grid))).toBeLessThan(
    -120,
  );
});
