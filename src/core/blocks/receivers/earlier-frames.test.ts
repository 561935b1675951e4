import { expect, it } from "vitest";
import { readWords, run, testDevice } from "../../gpu/testing.ts";
import { frameSamples } from "../../wifi/frame/data-field.ts";
import { RATES } from "../../wifi/frame/rates.ts";
import { frameTable } from "../../wifi/frame-table.ts";
import { tableLines, uploadTable } from "../../wifi/testing.ts";
import { withoutEarlier } from "./earlier-frames.reference.ts";
import { createEarlierFrames } from "./earlier-frames.ts";

it("refuses frames that ended before the page began, up to the sample", async () => {
  const device = await testDevice();
  const begin = 10_000;
  const [rate, length] = [RATES[2], 100];
  const last = begin - frameSamples(length, rate);
  const lines = tableLines([
    { start: 3, rate, length },
    { start: 50, status: "odd parity" },
    { start: last, rate, length },
    { start: last + 1, rate, length },
    { start: begin + 70, rate: RATES[7], length: 1500 },
  ]);
  const { frames, counts } = uploadTable(device, lines);
  const plan = await createEarlierFrames(device, { frames, counts, capacity: 200, begin });
  await run(device, plan);
  const expected = new Uint32Array(frameTable(withoutEarlier(lines, begin)));
  expect(await readWords(device, frames, expected.length)).toEqual(expected);
  expect(withoutEarlier(lines, begin).map(({ status }) => status)).toEqual([
    "no room",
    "odd parity",
    "no room",
    "received",
    "received",
  ]);
  plan.destroy();
});
