import { expect, it } from "vitest";
import { poison, readFloats, run } from "../../gpu/testing.ts";
import { testBatch } from "../testing.ts";
import { createBlockSymbols } from "./symbols.ts";

it("adaptive/symbols: are the sent symbols of each packet without its guard, times the gain", async () => {
  const test = await testBatch({ modulation: "16qam", taps: Float64Array.of(1, 0), packets: 5, symbols: 70 });
  const { guard } = test.batch;
  const plan = await createBlockSymbols(test.device, { ...test.batch, points: test.decisions.points, gain: 8 });
  poison(test.device, plan.symbols);
  await run(test.device, plan);
  const found = await readFloats(test.device, plan.symbols, 2 * 70 * 5);
  const expected = test.packets.flatMap(({ sent }) => [...sent.subarray(2 * guard, 2 * (guard + 70))]);
  expect(Array.from(found)).toEqual(expected.map((part) => 8 * Math.fround(part)));
  plan.destroy();
  test.destroy();
});
