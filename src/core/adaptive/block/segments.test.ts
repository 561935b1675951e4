import { expect, it } from "vitest";
import { poison, readFloats, run } from "../../gpu/testing.ts";
import { testBatch } from "../testing.ts";
import { overlapCover } from "./overlap.ts";
import { segmentStarts } from "./segments.reference.ts";
import { createBlockSegments } from "./segments.ts";

it.each([
  [32, 5, 101],
  [128, 63, 9],
])("adaptive/segments: cut N = %i, D = %i from %i symbols, as the reference", async (length, drop, symbols) => {
  const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 3, symbols });
  const cover = overlapCover(test.batch, { length, drop });
  const plan = await createBlockSegments(test.device, test.batch, cover);
  poison(test.device, plan.segments);
  await run(test.device, plan);
  const found = await readFloats(test.device, plan.segments, 6 * length * cover.blocks);
  const expected = test.packets.flatMap(({ received }) =>
    segmentStarts(cover).flatMap((start) => {
      const first = 2 * (test.batch.guard + start);
      return [...received.subarray(first, first + 2 * length)];
    }),
  );
  expect(Array.from(found)).toEqual(expected);
  plan.destroy();
  test.destroy();
});
