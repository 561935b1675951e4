import { expect, it } from "vitest";
import { readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { scaledCount } from "./scaled-count.reference.ts";
import { createScaledCount } from "./scaled-count.ts";

it("scales counts up to 2³² without overflow between", async () => {
  const device = await testDevice();
  for (const [items, up, down] of [
    [0, 3, 4],
    [1200, 3, 4],
    [4_000_000_000, 2, 4],
  ]) {
    const plan = await createScaledCount(device, { count: upload(device, Uint32Array.of(items)), up, down });
    await run(device, plan);
    expect([...(await readWords(device, plan.output, 1))]).toEqual([scaledCount(items, up, down)]);
    plan.destroy();
  }
});
