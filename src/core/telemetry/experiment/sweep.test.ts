import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createGpuHost, type Recovery } from "../../gpu/host.ts";
import { poolOf } from "../../gpu/pool.ts";
import { dawn, TEST_INVOCATIONS, testGpu } from "../../gpu/testing.ts";
import { BER_SWEEP, DEFAULT_SCENARIO, type Scenario, type SweepConfig } from "./scenario.ts";
import { mergeSweeps, parseSweep, sweepFile } from "../../measurement/sweep-file.ts";
import { newSweep, runSweep, sweepResults } from "../../measurement/sweep.ts";
import { statesOf, sweepToEnd, testHost } from "../../measurement/testing.ts";
import { equalizerSweep, type SweepPoint } from "./sweep.ts";

// Exposed to contexts made from now on.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const scenario: Scenario = { ...DEFAULT_SCENARIO, packets: 48, seed: 9, firstOffset: 0, equalizers: ["none", "mmse"] };
const config: SweepConfig = { ...BER_SWEEP.defaults, scenario, ebn0s: [9] };
/** Two that decide the bits themselves, too. RLS takes a software adapter as long as all of these. */
const equalizers = ["none", "mmse", "lms", "dfe"] as const;
const everyKind: SweepConfig = { ...config, scenario: { ...scenario, equalizers: [...equalizers] } };

/** Pages of two blocks, as on a GPU; a software adapter gets one at a time. */
const wide: typeof equalizerSweep = { ...equalizerSweep, most: () => 2 };

let counted: ReturnType<typeof sweepToEnd<SweepConfig, SweepPoint>> | undefined;
/** The whole sweep, counted once for all tests. */
const whole = () => (counted ??= sweepToEnd(wide, everyKind));

describe("telemetry/experiment/sweep", () => {
  it("gives the same counts for every page size, from merged shards, and resumed at any step", async () => {
    const expected = await whole();
    expect(expected.results.map(({ packets, missed }) => [packets, missed])).toEqual(equalizers.map(() => [48, 0]));
    expect(expected.results.every(({ squares, errors }) => squares >= errors)).toBe(true);
    // As counted when a recording had at most 2^31 samples. Workgroups of another size add in another order, which turns some decisions.
    const counted = TEST_INVOCATIONS < 256 ? [29_339, 7141, 4200, 1589] : [29_340, 7148, 4199, 1589];
    expect(expected.results.map(({ errors }) => errors)).toEqual(counted);
    const [first, ...others] = await statesOf(equalizerSweep, everyKind, { page: 1 });
    expect(others).toHaveLength(1);
    expect(others.at(-1)).toEqual(expected.state);

    const shard = await sweepToEnd(wide, newSweep(wide, everyKind, { index: 2, count: 2 }));
    const files = [first, shard.state].map((part) => JSON.parse(JSON.stringify(sweepFile(wide, part))) as unknown);
    const merged = mergeSweeps(
      wide,
      files.map((file) => parseSweep(wide, file)),
    );
    const resumed = await sweepToEnd(wide, merged);
    expect(resumed).toEqual(expected);
    expect(sweepResults(wide, resumed.state)).toEqual(expected.results);
  });

  it("gives the same counts for every page size where packets share estimates, behind a receive filter", async () => {
    const shared: Scenario = {
      ...scenario,
      channelEstimate: "batch",
      frequencyEstimate: "batch",
      receiveBandwidth: 12,
      noiseFactor: 0.5,
    };
    const sharing = { ...config, scenario: shared, ebn0s: [11] };
    const expected = await sweepToEnd(wide, sharing);
    expect(expected.results.every(({ missed, errors }) => missed === 0 && errors > 0)).toBe(true);
    expect((await sweepToEnd(equalizerSweep, sharing)).results).toEqual(expected.results);
  });

  it("takes a block as independent where its packets share an estimate", () => {
    const sums = [64, 10, 64 * 6144, 100, 1500, 0, 2, 2, 5200];
    const row = (shared: Partial<Scenario>) =>
      equalizerSweep.row({ ...config, scenario: { ...scenario, ...shared } }, 9, 0, sums);
    const alone = row({});
    for (const estimate of [{ frequencyEstimate: "batch" }, { channelEstimate: "batch" }] as const) {
      const shared = row(estimate);
      expect(shared.ber).toBe(alone.ber);
      expect(shared.ci95![1] / alone.ci95![1]).toBeGreaterThan(2);
      expect(shared.per95).toEqual(alone.per95);
    }
  });

  it("ends a point when every equalizer has its packets in error, at the same block for every page size", async () => {
    const stopping = { ...config, stopErrors: 10 };
    const { results } = await sweepToEnd(equalizerSweep, stopping);
    expect(results.every(({ packets, packetErrors }) => packets === 32 && packetErrors >= 10)).toBe(true);
    expect((await sweepToEnd(wide, stopping)).results).toEqual(results);
  });

  // The largest page of the compatibility mode has memory on every machine.
  it.skipIf(TEST_INVOCATIONS < 256)("continues in smaller pages when memory runs out", async () => {
    const expected = (await whole()).results.filter(({ equalizer }) => equalizer === "none");
    const alone: SweepConfig = { ...config, scenario: { ...scenario, equalizers: ["none"] } };
    const host = createGpuHost(await dawn());
    const { device } = await host.get();
    // The device is asked for more than it has, three times: the first link that is built cannot be.
    const createBuffer = device.createBuffer.bind(device);
    let shortages = 3;
    device.createBuffer = (descriptor) => {
      const size = shortages-- > 0 ? device.limits.maxBufferSize : descriptor.size;
      return createBuffer({ ...descriptor, size });
    };
    const pages: number[] = [];
    const measurement: typeof equalizerSweep = {
      ...equalizerSweep,
      most: () => 2,
      open(gpu, sweep, page) {
        // Before, its kernels are compiled on a stand-in.
        if (gpu.device === device) pages.push(page);
        return equalizerSweep.open(gpu, sweep, page);
      },
    };
    const recoveries: Recovery[] = [];
    const onRecovery = (recovery: Recovery) => void recoveries.push(recovery);
    let results: SweepPoint[] = [];
    for await (const step of runSweep(measurement, [host], newSweep(measurement, alone), { onRecovery })) {
      ({ results } = step);
    }
    expect(recoveries).toMatchObject([{ kind: "out of memory" }]);
    expect(pages).toEqual([2, 1]);
    expect(results).toEqual(expected);
    host.close();
  });

  it.each([
    [{ ebn0s: [] }, /ebn0s must hold at least one point/],
    [{ ebn0s: [1e9] }, /ebn0s must be a number/],
    [{ ebn0s: "now" }, /a range is FROM:STEP:TO/],
    [{ ebn0s: "auto:2" }, /auto:RATE ends the curve below an error rate between 0 and 1/],
    [{ stopErrors: -1 }, /stopErrors must be a whole number from 0 to 1000000, got -1/],
    [{ shard: { index: 1, count: 2 } }, /no field shard/],
  ])("refuses %j", (change, message) => {
    expect(() => BER_SWEEP.parse({ ...config, ...change })).toThrow(message);
  });

  it("begins, stops and resumes a sweep of 2^30 packets per point", async () => {
    const large = {
      ...config,
      scenario: { ...scenario, packets: 2 ** 30, equalizers: ["none"] },
    } satisfies SweepConfig;
    let state = newSweep(equalizerSweep, large);
    const progress: number[] = [];
    for (let run = 0; run < 2; run++) {
      const stop = new AbortController();
      for await (const step of runSweep(equalizerSweep, [testHost], state, { signal: stop.signal, stepMs: 0 })) {
        ({ state } = step);
        progress.push(step.progress);
        if (step.results[0].packets > 32 * run) stop.abort();
      }
      state = parseSweep(equalizerSweep, JSON.parse(JSON.stringify(sweepFile(equalizerSweep, state))));
    }
    const [{ packets }] = sweepResults(equalizerSweep, state);
    expect(packets).toBeGreaterThanOrEqual(64);
    expect(progress.at(-1)).toBeCloseTo(packets / 2 ** 30, 12);
  });

  it("refuses to merge parts of different sweeps", () => {
    const part = (index: number, change = {}) =>
      newSweep(equalizerSweep, { ...config, ...change }, { index, count: 2 });
    expect(() => mergeSweeps(equalizerSweep, [])).toThrow(/no results/);
    expect(() => mergeSweeps(equalizerSweep, [part(1), part(2, { ebn0s: [1] })])).toThrow(/it differs in ebn0s/);
  });

  it("uses the same memory after 12 steps as after 4: buffers on the device, objects in the heap", async () => {
    const { device } = await testGpu();
    const { statistics } = poolOf(device);
    const ebn0s = Array.from({ length: 4 }, (_, i) => 2 + i / 2);
    const many = {
      ...config,
      scenario: { ...scenario, packets: 1, equalizers: ["none"] },
      ebn0s,
    } satisfies SweepConfig;
    const after: { created: number; liveBytes: number; heap: number }[] = [];
    for (let run = 0; run < 3; run++) {
      expect((await sweepToEnd(equalizerSweep, many, { page: 1 })).results).toHaveLength(4);
      collectGarbage();
      const { created, liveBytes } = statistics;
      after.push({ created, liveBytes, heap: process.memoryUsage().heapUsed });
    }
    expect(after[2].created).toBe(after[0].created);
    expect(after[2].liveBytes).toBe(after[0].liveBytes);
    expect(after[2].heap - after[0].heap).toBeLessThan(5e5);
  });
});
