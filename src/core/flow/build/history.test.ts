import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "../../gpu/pool.ts";
import { gpuRuns, readFloats, run, testDevice, testNormals, upload, withLimits } from "../../gpu/testing.ts";
import type { SampleKind } from "../graph/block.ts";
import { movedOn } from "./history.reference.ts";
import { createHistory } from "./history.ts";

interface Case {
  kind: SampleKind;
  signals: number;
  length: number;
  history: number;
  pages: number;
}

/** Feeds a history with pages of noise. Returns its content after each page, and the expected content. */
async function follow({ kind, signals, length, history, pages }: Case, limits = {}) {
  const device = withLimits(await testDevice(), limits);
  const width = kind === "complex" ? 2 : 1;
  const [row, kept] = [width * length, width * history];
  const x = Float32Array.from(testNormals(signals * length + history, pages * signals * row));
  const input = allocate(device).storage("page", signals * row * 4);
  const plan = await createHistory(device, { kind, signals, length, history, input });
  let expected: number[][] = Array.from({ length: signals }, () => Array<number>(kept).fill(0));
  const states = [{ found: await readFloats(device, plan.buffer, signals * kept), expected: expected.flat() }];
  for (let page = 0; page < pages; page++) {
    const samples = x.subarray(page * signals * row, (page + 1) * signals * row);
    device.queue.writeBuffer(input, 0, samples);
    await run(device, plan);
    expected = expected.map((before, s) => movedOn(before, samples.subarray(s * row, (s + 1) * row)));
    states.push({ found: await readFloats(device, plan.buffer, signals * kept), expected: expected.flat() });
  }
  plan.reset();
  states.push({
    found: await readFloats(device, plan.buffer, signals * kept),
    expected: Array(signals * kept).fill(0),
  });
  plan.destroy();
  return states;
}

describe("flow/history", () => {
  it.each<Case>([
    { kind: "real", signals: 1, length: 1000, history: 63, pages: 2 },
    { kind: "complex", signals: 1, length: 63, history: 63, pages: 2 },
    { kind: "complex", signals: 1, length: 5, history: 700, pages: 3 },
    { kind: "real", signals: 1, length: 130, history: 131, pages: 3 },
    { kind: "real", signals: 7, length: 100, history: 99, pages: 2 },
    { kind: "complex", signals: 3, length: 1, history: 200, pages: 4 },
  ])("holds the last $history of $signals × $length $kind samples", async (sizes) => {
    for (const { found, expected } of await follow(sizes)) expect(found).toEqual(Float32Array.from(expected));
  });

  it("has a workgroup for each signal where one dimension cannot hold them all", async () => {
    const sizes = { kind: "real", signals: 7, length: 2, history: 3, pages: 2 } as const;
    for (const { found, expected } of await follow(sizes, { maxComputeWorkgroupsPerDimension: 3 })) {
      expect(found).toEqual(Float32Array.from(expected));
    }
  });

  it("holds the last samples for any sizes", async () => {
    const sizes = integer({ min: 1, max: 300 });
    const any = asyncProperty(
      constantFrom<SampleKind>("real", "complex"),
      integer({ min: 1, max: 4 }),
      sizes,
      sizes,
      async (kind, signals, length, history) => {
        for (const { found, expected } of await follow({ kind, signals, length, history, pages: 3 })) {
          expect(found).toEqual(Float32Array.from(expected));
        }
      },
    );
    await assert(any, { numRuns: gpuRuns(10) });
  });

  it("moves on by the number of samples that the GPU decides for a page", async () => {
    const device = await testDevice();
    const memory = allocate(device);
    const [length, history] = [50, 70];
    const input = memory.storage("page", 8 * length);
    const count = memory.storage("count", 4);
    const plan = await createHistory(device, { kind: "complex", signals: 1, length, history, input, count });
    let expected: number[] = Array(2 * history).fill(0);
    for (const [page, samples] of [50, 0, 1, 33, 50, 50].entries()) {
      const x = Float32Array.from(testNormals(page + 1, 2 * length));
      device.queue.writeBuffer(input, 0, x);
      device.queue.writeBuffer(count, 0, Uint32Array.of(samples));
      await run(device, plan);
      expected = movedOn(expected, x.subarray(0, 2 * samples));
      expect(await readFloats(device, plan.buffer, 2 * history)).toEqual(Float32Array.from(expected));
    }
    plan.destroy();
    memory.release();
  });

  it("keeps nothing for a history of 0", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const plan = await createHistory(device, { kind: "real", signals: 2, length: 4, history: 0, input });
    await run(device, plan);
    plan.destroy();
  });

  it.each([
    [{ signals: 0 }, "flow/history: signals must be a positive integer, got 0"],
    [{ length: 1.5 }, "flow/history: length must be a positive integer, got 1.5"],
    [{ history: -1 }, "flow/history: history must be an integer ≥ 0, got -1"],
    [{ label: "fir/direct", signals: -2 }, "fir/direct: signals must be a positive integer, got -2"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { kind: "real", signals: 2, length: 4, history: 3, input, ...wrong } as const;
    await expect(createHistory(device, config)).rejects.toThrow(message);
  });
});
