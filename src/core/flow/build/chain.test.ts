import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals } from "../../gpu/testing.ts";
import { poolOf } from "../../gpu/pool.ts";
import { timeStages } from "../../gpu/timing.ts";
import { createChain } from "./chain.ts";
import { paperBlock, waitingBlock } from "./testing.ts";

describe("flow/chain", () => {
  it("passes pages through all blocks in order, each signal separately", async () => {
    const device = await testDevice();
    const [signals, length] = [3, 40];
    const chain = await createChain(device, [waitingBlock("complex", 7), waitingBlock("complex", 12)], {
      signals,
      length,
    });
    expect(chain).toMatchObject({ label: "test/wait-7 → test/wait-12", outputs: length, multiple: 1 });
    const pages = [1, 2].map((seed) => Float32Array.from(testNormals(seed, 2 * signals * length)));
    const feed = async (page: Float32Array<ArrayBuffer>) => {
      device.queue.writeBuffer(chain.input, 0, page);
      poison(device, chain.output);
      await run(device, chain);
      return readFloats(device, chain.output, page.length);
    };
    const rows = (page: ArrayLike<number>) =>
      Array.from({ length: signals }, (_, s) => Array.from(page).slice(2 * s * length, 2 * (s + 1) * length));
    const late = (before: number[], page: number[]) =>
      [...before.slice(2 * (length - 19)), ...page].slice(0, 2 * length);
    const zeros = new Float32Array(2 * signals * length);
    const [first, second] = pages.map(rows);
    expect(rows(await feed(pages[0]))).toEqual(rows(zeros).map((before, s) => late(before, first[s])));
    expect(rows(await feed(pages[1]))).toEqual(first.map((before, s) => late(before, second[s])));
    chain.reset();
    expect(rows(await feed(pages[1]))).toEqual(rows(zeros).map((before, s) => late(before, second[s])));
    chain.destroy();
  });

  it("is timed as one stage, and each plan can be timed alone", async () => {
    const device = await testDevice();
    const chain = await createChain(device, [waitingBlock("real", 1), waitingBlock("real", 2)], {
      signals: 1,
      length: 8,
    });
    const times = await timeStages(device, [chain, ...chain.plans]);
    expect(times.map(({ kernel }) => kernel)).toEqual([chain.label, "test/wait-1", "test/wait-2"]);
    for (const { ms } of times) expect(ms).toBeGreaterThanOrEqual(0);
    chain.destroy();
  });

  it("releases everything when a block fails", async () => {
    const device = await testDevice();
    const before = poolOf(device).statistics.liveBytes;
    const chain = createChain(device, [waitingBlock("real", 3), paperBlock({})], { signals: 1, length: 8 });
    await expect(chain).rejects.toThrow("this block has no plan");
    expect(poolOf(device).statistics.liveBytes).toBe(before);
  });

  it.each([
    [[], { signals: 1, length: 8 }, "flow/chain: blocks must be one or more, got none"],
    [
      [waitingBlock("real", 1), waitingBlock("complex", 1)],
      { signals: 1, length: 8 },
      "flow/chain: test/wait-1 must get complex samples, but test/wait-1 gives real samples",
    ],
    [
      [paperBlock({ up: 2, down: 3, multiple: 3 }), paperBlock({ multiple: 4 })],
      { signals: 1, length: 8 },
      "flow/chain: length must be a positive multiple of 6, got 8",
    ],
    [[paperBlock({})], { signals: 0, length: 8 }, "flow/chain: signals must be a positive integer, got 0"],
  ])("refuses invalid chains (%#)", async (blocks, size, message) => {
    await expect(createChain(await testDevice(), blocks, size)).rejects.toThrow(message);
  });
});
