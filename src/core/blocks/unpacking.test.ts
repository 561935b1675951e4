import { expect, it } from "vitest";
import { poison, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { unpacked } from "./unpacking.reference.ts";
import { createUnpacking } from "./unpacking.ts";

it.each([
  [1, 1, { stride: 1 }],
  [3, 64, { stride: 2 }],
  [2, 77, { stride: 5 }],
  [2, 40, { stride: 3, period: 6, places: [0, 1, 2, 5] }],
])("unpacks %i rows of %i bits, %j", async (rows, length, { stride, ...punctured }) => {
  const device = await testDevice();
  const random = testRandom(rows * length);
  const words = Uint32Array.from({ length: rows * stride }, () => Math.floor(2 ** 32 * random()));
  const plan = await createUnpacking(device, { words: upload(device, words), rows, length, stride, ...punctured });
  poison(device, plan.bits);
  await run(device, plan);
  const expected = Array.from({ length: rows }, (_, row) =>
    unpacked(words.subarray(row * stride, (row + 1) * stride), length, punctured),
  ).flat();
  expect([...(await readWords(device, plan.bits, rows * length))]).toEqual(expected);
  plan.destroy();
});
