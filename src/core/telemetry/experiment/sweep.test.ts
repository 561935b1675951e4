import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Gpu } from "../../gpu/device.ts";
import { createGpuHost, type Recovery, resilient } from "../../gpu/host.ts";
import { poolOf } from "../../gpu/pool.ts";
import { dawn, testGpu } from "../../gpu/testing.ts";
import { DATA_BITS } from "../packet.ts";
import { DEFAULT_SCENARIO, type Scenario } from "./scenario.ts";
import { mergeSweeps, newSweep, runSweep, type SweepConfig, type SweepPoint, type SweepState } from "./sweep.ts";

// Exposed to contexts made from now on.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const whole = { index: 1, count: 1 };
const scenario: Scenario = { ...DEFAULT_SCENARIO, packets: 80, seed: 9, firstOffset: 0, equalizers: ["none", "mmse"] };
const config: SweepConfig = { scenario, ebn0s: [9, 13], stopErrors: 0, shard: whole };

async function sweep(start: SweepConfig | SweepState, pageBlocks?: number): Promise<SweepPoint[]> {
  const gpu = await testGpu();
  const state = "counts" in start ? start : newSweep(start);
  let results: SweepPoint[] = [];
  for await (const step of runSweep(gpu, state, { pageBlocks })) results = step.results;
  return results;
}

describe("sweep", () => {
  it("gives the same counts for every page size, from merged shards, and resumed at any step", async () => {
    const expected = await sweep(config, 3);
    expect(expected.map(({ packets, missed }) => [packets, missed])).toEqual([
      [80, 0],
      [80, 0],
      [80, 0],
      [80, 0],
    ]);
    expect(expected.every(({ errors }) => errors > 0)).toBe(true);
    expect(await sweep(config, 1)).toEqual(expected);

    const shards = await Promise.all(
      [1, 2, 3, 4].map(async (index) => {
        const shard = { ...config, shard: { index, count: 4 } };
        return { config: shard, results: await sweep(shard, 2) };
      }),
    );
    expect(mergeSweeps(shards.toReversed()).results).toEqual(expected);

    const gpu = await testGpu();
    const states: SweepState[] = [];
    for await (const { state } of runSweep(gpu, newSweep(config), { pageBlocks: 2 })) states.push(state);
    expect(states).toHaveLength(4);
    const resumed = JSON.parse(JSON.stringify(states[1])) as SweepState;
    expect(await sweep(resumed, 2)).toEqual(expected);
  });

  it("ends a point when every equalizer has its errors, at the same packet for every page size", async () => {
    const stopping = { ...config, ebn0s: [9], stopErrors: 500 };
    const expected = await sweep(stopping, 1);
    expect(expected.every(({ packets, errors }) => packets === 32 && errors >= 500)).toBe(true);
    expect(await sweep(stopping, 3)).toEqual(expected);
  });

  it("stops at an abort with what it has, and reports progress that only grows", async () => {
    const gpu = await testGpu();
    const controller = new AbortController();
    const progress: number[] = [];
    for await (const step of runSweep(gpu, newSweep(config), { pageBlocks: 1, signal: controller.signal })) {
      progress.push(step.progress);
      expect(step.done).toBe(false);
      expect(step.results[0].bits).toBe(progress.length * 32 * DATA_BITS);
      if (progress.length === 2) controller.abort();
    }
    expect(progress).toEqual([1 / 6, 2 / 6]);
  });

  it("goes on in smaller pages when memory runs out", async () => {
    const expected = await sweep({ ...config, ebn0s: [9] }, 3);
    const host = createGpuHost(dawn());
    const { device } = await host.get();
    // The device is asked for more than it has, three times: the first link that is built cannot be.
    const createBuffer = device.createBuffer.bind(device);
    let short = 3;
    device.createBuffer = (descriptor) => {
      const size = short-- > 0 ? device.limits.maxBufferSize : descriptor.size;
      return createBuffer({ ...descriptor, size });
    };
    const recoveries: Recovery[] = [];
    const pages: (number | undefined)[] = [];
    const run = (gpu: Gpu, state: SweepState, pageBlocks?: number) => {
      pages.push(pageBlocks);
      return runSweep(gpu, state, { pageBlocks });
    };
    const options = { page: 3, onRecovery: (recovery: Recovery) => recoveries.push(recovery) };
    let results: SweepPoint[] = [];
    for await (const step of resilient(host, newSweep({ ...config, ebn0s: [9] }), run, options)) results = step.results;
    expect(recoveries).toMatchObject([{ kind: "out of memory" }]);
    expect(pages).toEqual([3, 1]);
    expect(results).toEqual(expected);
    host.close();
  });

  it.each([
    [{ ebn0s: [] }, /ebn0s must hold at least one point/],
    [{ shard: { index: 3, count: 2 } }, /got 3\/2/],
    [{ shard: { index: 1, count: 2 }, stopErrors: 10 }, /a shard cannot know/],
    [{ stopErrors: -1 }, /stopErrors must be a whole number ≥ 0, got -1/],
  ])("refuses %j", (change, message) => {
    expect(() => newSweep({ ...config, ...change })).toThrow(message);
  });

  it("refuses to merge what does not belong together", () => {
    const part = (index: number, change = {}) => ({
      config: { ...config, ...change, shard: { index, count: 2 } },
      results: [] as SweepPoint[],
    });
    expect(() => mergeSweeps([])).toThrow(/no results/);
    expect(() => mergeSweeps([part(1)])).toThrow(/of 2 shards, 2 are missing/);
    expect(() => mergeSweeps([part(1), part(1)])).toThrow(/shard 1 was given twice/);
    expect(() => mergeSweeps([part(1), part(2, { ebn0s: [1] })])).toThrow(/different experiments/);
  });

  it("holds the same memory after 60 steps as after 20: buffers on the device, objects in the heap", async () => {
    const { device } = await testGpu();
    const { statistics } = poolOf(device);
    const ebn0s = Array.from({ length: 20 }, (_, i) => 2 + i / 4);
    const many = {
      ...config,
      scenario: { ...scenario, packets: 1, equalizers: ["none"] },
      ebn0s,
    } satisfies SweepConfig;
    const after: { created: number; liveBytes: number; heap: number }[] = [];
    for (let run = 0; run < 3; run++) {
      expect(await sweep(many, 1)).toHaveLength(20);
      collectGarbage();
      const { created, liveBytes } = statistics;
      after.push({ created, liveBytes, heap: process.memoryUsage().heapUsed });
    }
    expect(after[2].created).toBe(after[0].created);
    expect(after[2].liveBytes).toBe(after[0].liveBytes);
    expect(after[2].heap - after[0].heap).toBeLessThan(1e6);
  });
});
