import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { pack, wordsOf } from "../gpu/rows.ts";
import { decide } from "./hard-decisions.reference.ts";
import { createHardDecisions } from "./hard-decisions.ts";

describe("detection/hard-decisions", () => {
  it.each([
    [1, 1],
    [31, 300],
    [96, 5],
    [2304, 7],
    [18_444, 2],
  ])("%i bits, %i frames", async (length, frames) => {
    const device = await testDevice();
    const llr = Float32Array.from(testNormals(length, length * frames));
    llr.set([0, -0, Number.NaN, Infinity, -Infinity].slice(0, llr.length));
    const plan = await createHardDecisions(device, { length, frames, llr: upload(device, llr) });
    poison(device, plan.decisions);
    await run(device, plan);
    const rows = Array.from({ length: frames }, (_, f) => decide(llr.subarray(f * length, (f + 1) * length)));
    expect(await readWords(device, plan.decisions, frames * wordsOf(length))).toEqual(pack(rows));
    plan.destroy();
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ frames: 2.5 }, "frames must be a positive integer, got 2.5"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const config = { length: 8, frames: 1, llr: upload(device, new Float32Array(8)), ...change };
    await expect(createHardDecisions(device, config)).rejects.toThrow(`detection/hard-decisions: ${message}`);
  });
});
