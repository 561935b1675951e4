import { expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { run, testDevice } from "../../gpu/testing.ts";
import { rateOf } from "../frame/rates.ts";
import { frameLines } from "../frame-table.ts";
import { tableLines, type TestFrame, uploadTable } from "../testing.ts";
import { createExpectedFrames } from "./expected-frames.ts";

it("wifi/experiment/expected-frames refuses frames of another rate or length, and no other", async () => {
  const device = await testDevice();
  const own = { rate: rateOf(24), length: 100 };
  const frames: TestFrame[] = [
    { ...own, start: 0 },
    { ...own, start: 1000, length: 101 },
    { ...own, start: 2000, rate: rateOf(18) },
    { ...own, start: 3000, status: "odd parity" },
    { ...own, start: 4000 },
  ];
  const lines = tableLines(frames);
  const table = uploadTable(device, lines);
  const plan = await createExpectedFrames(device, { ...table, rate: own.rate, octets: own.length, capacity: 5 });
  await run(device, plan);
  const [bytes] = await readBack(device, [{ buffer: table.frames, size: table.frames.size }]);
  plan.destroy();
  const after = frameLines(bytes, 5);
  expect(after.map(({ status }) => status)).toEqual(["received", "no room", "no room", "odd parity", "received"]);
  expect(after.map(({ symbols }) => symbols > 0)).toEqual([true, false, false, false, true]);
  expect(after[4]).toEqual(lines[4]);
});
