import { describe, expect, it } from "vitest";
import { pack } from "../gpu/rows.ts";
import { poison, readWords, run, testDevice, testRandom, upload } from "../gpu/testing.ts";
import { randomRows } from "../random/testing.ts";
import { countErrors } from "./frame-errors.reference.ts";
import { createFrameErrors } from "./frame-errors.ts";

describe("detection/frame-errors", () => {
  it.each([
    { length: 40, frames: 1, rate: 0.5 },
    { length: 40, frames: 1000, rate: 0.01 },
    { length: 1, frames: 300, rate: 0.5 },
    { length: 40000, frames: 3, rate: 0.01 },
    { length: 1056, frames: 77, rate: 1e-3 },
    { length: 2048, frames: 13, rate: 0 },
    { length: 6144, frames: 9, rate: 1 },
    { length: 6144, frames: 40, rate: 1e-4 },
  ])("counts as the reference does: $frames × $length at BER $rate", async ({ length, frames, rate }) => {
    const device = await testDevice();
    const random = testRandom(length);
    const sent = randomRows(frames, frames, length);
    const decided = sent.map((row) => row.map((bit) => bit ^ Number(random() < rate)));
    const expected = decided.map((row, f) => countErrors(row, sent[f]));
    const [bits, decisions] = [upload(device, pack(sent)), upload(device, pack(decided))];
    const plan = await createFrameErrors(device, { length, frames, bits, decisions });
    for (let time = 0; time < 2; time++) {
      poison(device, plan.errors);
      poison(device, plan.totals);
      await run(device, plan);
      expect([...(await readWords(device, plan.errors, frames))]).toEqual(expected);
      const totals = [expected.reduce((a, b) => a + b), expected.filter(Boolean).length];
      expect([...(await readWords(device, plan.totals, 2))]).toEqual(totals);
    }
    plan.destroy();
  });

  it.each([
    [{ length: 1.5 }, "length must be a positive integer, got 1.5"],
    [{ frames: Number.NaN }, "frames must be a positive integer, got NaN"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Uint32Array(64));
    const config = { length: 40, frames: 1, bits: buffer, decisions: buffer, ...change };
    await expect(createFrameErrors(device, config)).rejects.toThrow(`detection/frame-errors: ${message}`);
  });
});
