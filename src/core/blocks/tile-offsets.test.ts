import { expect, it } from "vitest";
import { readWords, run, testDevice, testRandom } from "../gpu/testing.ts";
import { tileOffsets } from "./tile-offsets.reference.ts";
import { createTileOffsets } from "./tile-offsets.ts";

it.each([
  [1, 1],
  [100, 7],
  // More tiles than a step of the workgroup adds.
  [5000, 360],
])("sums %i tiles, and carries the sum over modulo %i", async (count, modulus) => {
  const device = await testDevice();
  const random = testRandom(count);
  const plan = await createTileOffsets(device, { tiles: count, modulus });
  let carry = 0;
  for (let page = 0; page < 3; page++) {
    const tiles = Array.from({ length: count }, () => Math.floor(300 * random()));
    device.queue.writeBuffer(plan.tiles, 0, Uint32Array.from(tiles));
    await run(device, plan);
    const { offsets, total } = tileOffsets(tiles, carry);
    expect([...(await readWords(device, plan.tiles, count))]).toEqual(offsets);
    expect([...(await readWords(device, plan.total, 1))]).toEqual([total]);
    carry = (carry + total) % modulus;
    if (page === 1) {
      plan.reset();
      carry = 0;
    }
  }
  plan.destroy();
});
