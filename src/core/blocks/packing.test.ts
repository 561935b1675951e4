import { expect, it } from "vitest";
import { poison, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { packed } from "./packing.reference.ts";
import { createPacking } from "./packing.ts";

it.each([
  [1, 1],
  [3, 31],
  [2, 64],
  [5, 77],
])("packs %i rows of %i bits, and takes only the lowest bit of a word", async (rows, length) => {
  const device = await testDevice();
  const random = testRandom(rows * length);
  const given = Array.from({ length: rows }, () => Array.from({ length }, () => Math.floor(2 ** 32 * random())));
  const plan = await createPacking(device, { bits: upload(device, Uint32Array.from(given.flat())), rows, length });
  poison(device, plan.words);
  await run(device, plan);
  const expected = given.flatMap(packed);
  expect([...(await readWords(device, plan.words, expected.length))]).toEqual(expected);
  plan.destroy();
});
