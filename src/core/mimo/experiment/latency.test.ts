import { expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { createArrayDetector } from "../array-detector.ts";
import { MIMO, sizesOf } from "./experiment.ts";
import { openVector, receivedVectors } from "./latency.ts";

const USES = 9;

it.each(["mmse", "mtt"] as const)("one vector alone has the LLRs of %s that it has in a batch", async (detector) => {
  const gpu = await testGpu();
  const sizes = sizesOf({ ...MIMO.defaults, antennas: 2, qam: "16" });
  const config = { sizes, detector, snrDb: 15, seed: 5 };
  const unit = await openVector(gpu, config);
  const llr = (await unit.run()) as Float32Array;
  unit.destroy();
  const batch = await createArrayDetector(gpu, { ...sizes, detector, uses: USES });
  const all = await batch.detect(await receivedVectors(gpu, config, USES));
  batch.destroy();
  expect([...llr]).toEqual([...all.subarray(0, llr.length)]);
  expect(llr.some((value) => value !== 0)).toBe(true);
});
