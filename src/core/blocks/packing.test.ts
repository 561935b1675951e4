import { expect, it } from "vitest";
import { pack } from "../gpu/rows.ts";
import { poison, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { createPacking } from "./packing.ts";

it.each([
  [1, 1],
  [3, 31],
  [2, 64],
  [5, 77],
])("packs %i rows of %i bits as the CPU does, and takes only the lowest bit of a word", async (rows, length) => {
  const device = await testDevice();
  const random = testRandom(rows * length);
  const bits = Array.from({ length: rows }, () => Array.from({ length }, () => Math.floor(2 * random())));
  const given = bits.flat().map((bit) => bit + 2 * Math.floor(2 ** 30 * random()));
  const plan = await createPacking(device, { bits: upload(device, Uint32Array.from(given)), rows, length });
  poison(device, plan.words);
  await run(device, plan);
  const expected = pack(bits);
  expect(await readWords(device, plan.words, expected.length)).toEqual(expected);
  plan.destroy();
});
