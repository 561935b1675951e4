import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testRandom } from "../../../gpu/testing.ts";
import { blockOffsets } from "./block-offsets.reference.ts";
import { createBlockOffsets } from "./block-offsets.ts";
import { OFFSET_BLOCK } from "./envelope.ts";
import { createRawPage } from "../../../capture/raw-page.ts";
import { rawSamples, type SampleFormat } from "../../../capture/raw-samples.ts";

const REACH = 3;
const valueOf: Record<SampleFormat, (x: number) => number> = {
  f32: (x) => Math.fround(2 * x - 1.2),
  i16: (x) => Math.floor(2000 * x) - 900,
  i8: (x) => Math.floor(12 * x) - 9,
  u8: (x) => Math.floor(12 * x) + 120,
};
const scaled: Record<SampleFormat, (value: number) => number> = {
  f32: (value) => value,
  i16: (value) => value / 32768,
  i8: (value) => value / 128,
  u8: (value) => (value - 128) / 128,
};

it.each<[SampleFormat, number]>([
  ["f32", 1],
  ["f32", 4095],
  ["i16", OFFSET_BLOCK + 2],
  ["i8", 2047],
  ["u8", 2 * OFFSET_BLOCK],
])("mode-s/block-offsets are the medians: %s, %i samples", async (format, size) => {
  const device = await testDevice();
  const random = testRandom(size);
  const own = Array.from({ length: 2 * size }, () => valueOf[format](random()));
  const samples = rawSamples(format, 2 * (size + REACH));
  samples.set(own, 2 * REACH);
  const page = await createRawPage(device, { format, samples: REACH + 2 * OFFSET_BLOCK });
  const plan = await createBlockOffsets(device, { ...page, blocks: 2, reach: REACH });
  page.write({ samples, size, from: REACH, to: REACH + size });
  poison(device, plan.offsets);
  await run(device, plan);
  const expected = blockOffsets(own.map(scaled[format]), OFFSET_BLOCK);
  expect([...(await readFloats(device, plan.offsets, expected.length))]).toEqual(expected);
  plan.destroy();
  page.destroy();
});
