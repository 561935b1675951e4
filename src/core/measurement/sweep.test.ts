import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Gpu } from "../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../gpu/errors.ts";
import type { GpuHost, Recovery } from "../gpu/host.ts";
import { mergeLedger, unitsOf } from "./ledger.ts";
import { addFrame, CLUSTER_FIELDS, type UnitCounter, type Measurement } from "./measurement.ts";
import { newSweep, runSweep, type Shard, type SweepState, type SweepStep, sweepStep, WHOLE } from "./sweep.ts";
import { storedCounts } from "./unit-counts.ts";

interface Config {
  dbs: number[] | "auto";
  units: number;
  stop: number;
}

interface Row {
  db: number;
  receiver: number;
  units: number;
  errors: number;
}

/** Returns the errors of a unit. They depend only on its number, the point and the receiver. */
function errorsOf(unit: number, db: number, receiver: number): number {
  const hash = Math.imul(unit * 31 + receiver * 17 + Math.round(db * 8) * 101 + 7, 0x9e3779b1) >>> 0;
  return hash / 2 ** 32 < 10 ** (-db / 3) ? 1 + (hash % 5) : 0;
}

interface Machine {
  host: GpuHost;
  /** Begun pages: number of units, and position. */
  pages: { db: number; first: number; count: number }[];
  /** Open links, and the largest number of links open at a time. */
  open: number;
  mostOpen: number;
  /** Largest number of pages in flight. */
  mostInFlight: number;
  /** The end of the last begun page: a device runs pages in sequence. */
  queue: Promise<void>;
}

interface Behaviour {
  /** Returns the duration of a page of `count` units, ms. */
  ms?: (units: number) => number;
  /** Largest number of units that fit its memory. */
  room?: number;
  /** Numbers of the pages during which the device is to be lost. */
  lostAt?: readonly number[];
  /** Its links run a page receiver by receiver, report each, and end when the page is no longer needed. */
  stepwise?: boolean;
  /** Time to open a link for larger pages than the first, ms. */
  openMs?: number;
  /** An error with which every page ends. */
  broken?: Error;
}

const machines = new WeakMap<GPUDevice, { machine: Machine; behaviour: Behaviour; lose(): void }>();

/** A simulated device with durations, losses and short memory chosen by the test. */
function machineOf(behaviour: Behaviour = {}): Machine {
  let current: Gpu | undefined;
  const machine: Machine = {
    pages: [],
    open: 0,
    mostOpen: 0,
    mostInFlight: 0,
    queue: Promise.resolve(),
    host: {
      get: async () => (current ??= make()),
      close() {},
    },
  };
  function make(): Gpu {
    const device = {} as GPUDevice;
    let lose = () => {};
    const lost = new Promise<GPUDeviceLostInfo>((resolve) => {
      lose = () => {
        current = undefined;
        resolve({ reason: "unknown", message: "" } as GPUDeviceLostInfo);
      };
    });
    machines.set(device, { machine, behaviour, lose: () => lose() });
    return { device, lost } as Gpu;
  }
  return machine;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the counts of a page for its first receivers. */
function countsOf(db: number, first: number, count: number, receivers = 2): Float64Array {
  const counts = new Float64Array(count * 2 * 5);
  for (let i = 0; i < count; i++) {
    for (let receiver = 0; receiver < receivers; receiver++) {
      addFrame(counts, (2 * i + receiver) * 5, 100, errorsOf(first + i, db, receiver));
    }
  }
  return counts;
}

const measurement: Measurement<Config, Row> = {
  name: "made up",
  parse: (config) => config as Config,
  axis: ({ dbs }) => ({ label: "SNR", points: dbs === "auto" ? { from: 0, to: 30, target: 1e-3 } : dbs }),
  fields: CLUSTER_FIELDS,
  bounds: () => [],
  stop: ({ stop }) => ({ field: "frameErrors", errors: stop }),
  receivers: () => 2,
  units: ({ units }) => units,
  most: () => 1024,
  async open({ device }, _, page): Promise<UnitCounter> {
    const { machine, behaviour, lose } = machines.get(device)!;
    const { ms = () => 0, room = Infinity, lostAt = [], stepwise, openMs = 0, broken } = behaviour;
    if (openMs > 0 && machine.pages.length > 0) await sleep(openMs);
    if (page > room) throw new OutOfMemoryError(`no room for ${page} units`);
    machine.open++;
    machine.mostOpen = Math.max(machine.mostOpen, machine.open);
    let inFlight = 0;
    return {
      run(db, first, count, { signal, tell }) {
        expect(count).toBeLessThanOrEqual(page);
        const number = machine.pages.push({ db, first, count });
        machine.mostInFlight = Math.max(machine.mostInFlight, ++inFlight);
        const work = machine.queue.then(async () => {
          for (const receivers of stepwise ? [0, 1] : []) {
            if (signal.aborted) return undefined;
            tell({ share: receivers / 2, receivers, counts: countsOf(db, first, count, receivers) });
            await sleep(ms(count) / 2);
          }
          if (!stepwise) await sleep(ms(count));
          inFlight--;
          if (broken) throw broken;
          if (lostAt.includes(number)) {
            lose();
            throw new DeviceLostError("lost");
          }
          return storedCounts(countsOf(db, first, count), 2 * 5);
        });
        machine.queue = work.then(
          () => {},
          () => {},
        );
        return work;
      },
      destroy: () => void machine.open--,
    };
  },
  row: (_, db, receiver, [units, , , errors]) => ({ db, receiver, units, errors }),
};

function run(...args: Parameters<typeof collect>): ReturnType<typeof collect> {
  return elapse(collect(...args));
}

async function collect(
  hosts: readonly Machine[],
  start: SweepState<Config>,
  options: { page?: number; signal?: AbortSignal; onRecovery?: (recovery: Recovery) => void } = {},
) {
  let last: { results: Row[]; done: boolean; progress: number; state: SweepState<Config> } | undefined;
  for await (const step of runSweep(
    measurement,
    hosts.map(({ host }) => host),
    start,
    options,
  )) {
    expect(step.progress).toBeGreaterThanOrEqual(last?.progress ?? 0);
    last = step;
  }
  return last!;
}

/** Returns the expected result, unit by unit, from the definition of the stop rule. */
function expectedRows(config: Config & { dbs: number[] }): Row[] {
  return config.dbs.flatMap((db) => {
    const rows = [0, 1].map((receiver) => ({ db, receiver, units: 0, errors: 0 }));
    const errored = [0, 0];
    for (let unit = 0; unit < config.units; unit++) {
      for (const row of rows) {
        const errors = errorsOf(unit, db, row.receiver);
        row.units++;
        row.errors += errors;
        errored[row.receiver] += Number(errors > 0);
      }
      if (config.stop > 0 && errored.every((count) => count >= config.stop)) break;
    }
    return rows;
  });
}

const begin = (config: Config, shard?: Shard) => newSweep(measurement, config, shard);

/** Advances the fake time until the work has ended. */
async function elapse<T>(work: Promise<T>): Promise<T> {
  const progress = { ended: false };
  const end = () => void (progress.ended = true);
  work.then(end, end);
  while (!progress.ended) await vi.advanceTimersByTimeAsync(1);
  return work;
}

describe("measurement/sweep", () => {
  // With fake time, devices have their nominal speed on a busy machine.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("gives the same counts for every page size, number of devices and stop rule", async () => {
    const cases = fc.record({
      units: fc.integer({ min: 1, max: 700 }),
      stop: fc.constantFrom(0, 0, 1, 7, 40),
      page: fc.constantFrom(1, 3, 64, undefined),
      devices: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ units, stop, page, devices }) => {
        const config = { dbs: [1, 3, 6.5], units, stop };
        const hosts = Array.from({ length: devices }, () => machineOf());
        const { results, done, state } = await run(hosts, begin(config), { page });
        expect(done).toBe(true);
        expect(results).toEqual(expectedRows(config));
        const alone = await run([machineOf()], begin(config));
        expect(JSON.stringify(state)).toBe(JSON.stringify(alone.state));
        for (const machine of hosts) expect(machine.open).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  it("merges shards, with and without a stop rule, to the result of one run", async () => {
    for (const stop of [0, 9]) {
      const config = { dbs: [2, 5], units: 333, stop };
      const whole = await run([machineOf()], begin(config));
      const parts = await Promise.all(
        [3, 1, 4, 2].map(async (index) => (await run([machineOf()], begin(config, { index, count: 4 }))).state),
      );
      const merged = begin(config);
      for (const { ledger } of parts) mergeLedger(merged.ledger, ledger);
      expect(JSON.stringify(merged)).toBe(JSON.stringify(whole.state));
    }
  });

  it("resumes from any yielded state through a file", async () => {
    const config = { dbs: [2, 5], units: 300, stop: 20 };
    const whole = await run([machineOf()], begin(config));
    const states: string[] = [];
    const keeping = async () => {
      const options = { page: 16, stepMs: 0 };
      for await (const { state } of runSweep(measurement, [machineOf().host], begin(config), options)) {
        states.push(JSON.stringify(state));
      }
    };
    await elapse(keeping());
    expect(states.length).toBeGreaterThan(5);
    for (const state of states) {
      const resumed = await run([machineOf()], JSON.parse(state) as SweepState<Config>);
      expect(JSON.stringify(resumed.state)).toBe(JSON.stringify(whole.state));
    }
  });

  it("keeps two long pages in flight or more short ones, makes them larger on a fast device, and closes all links", async () => {
    const slow = machineOf({ ms: (units) => 5 * units });
    await run([slow], begin({ dbs: [4], units: 400, stop: 0 }));
    expect(slow.mostInFlight).toBe(2);
    // Five pages of 2 ms are 10 ms.
    const fast = machineOf({ ms: (units) => units / 4 });
    await run([fast], begin({ dbs: [4], units: 400, stop: 0 }), { page: 8 });
    expect(fast.mostInFlight).toBe(5);
    const machine = machineOf({ ms: (units) => units / 50 });
    await run([machine], begin({ dbs: [4], units: 6000, stop: 0 }));
    // Pages of 10 ms while the last link opens.
    expect(machine.mostInFlight).toBe(4);
    // Equal pages: 1024 units would leave the last page nearly empty.
    expect(Math.max(...machine.pages.map(({ count }) => count))).toBe(1000);
    expect(machine.pages.length).toBeLessThan(25);
    expect(machine.open).toBe(0);
    expect(machine.mostOpen).toBe(2);
  });

  it("computes small pages while a link for larger ones opens, and closes it if nothing is left", async () => {
    const machine = machineOf({ ms: () => 1, openMs: 300 });
    await run([machine], begin({ dbs: [4, 5], units: 10_000, stop: 0 }));
    const small = machine.pages.findIndex(({ count }) => count !== machine.pages[0].count);
    expect(small).toBeGreaterThan(250);
    // Two while much larger pages come next, and eight pages of 1 ms later.
    expect(machine.mostInFlight).toBe(8);
    const short = machineOf({ ms: () => 1, openMs: 300 });
    const config = { dbs: [4], units: 80, stop: 0 };
    expect((await run([short], begin(config))).results).toEqual(expectedRows(config));
    expect(machine.open + short.open).toBe(0);
    const full = machineOf({ ms: () => 1, openMs: 300, room: 20 });
    expect((await run([full], begin(config))).results).toEqual(expectedRows(config));
    // A stop, and a loss of the device, while the larger link opens.
    const stopped = machineOf({ ms: () => 1, openMs: 300 });
    const controller = new AbortController();
    const running = collect([stopped], begin({ ...config, units: 5000 }), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await running;
    expect(stopped.pages.length).toBeGreaterThan(50);
    await vi.advanceTimersByTimeAsync(400);
    expect(stopped.open).toBe(0);
    const lost = machineOf({ ms: () => 1, openMs: 50, lostAt: [20] });
    expect((await run([lost], begin({ ...config, units: 2000 }))).results).toEqual(
      expectedRows({ ...config, units: 2000 }),
    );
    expect(lost.open).toBe(0);
  });

  it("keeps pages short on a slow device", async () => {
    const machine = machineOf({ ms: (units) => 3 * units });
    await run([machine], begin({ dbs: [4], units: 200, stop: 0 }));
    // The first growth shows that the device is busy.
    expect(Math.max(...machine.pages.map(({ count }) => count))).toBeLessThanOrEqual(16);
  });

  it("keeps a device busy that is slow for every page", async () => {
    const machine = machineOf({ ms: (units) => 30 + units / 40 });
    await run([machine], begin({ dbs: [4], units: 4000, stop: 0 }));
    // Equal pages: 1024 units would leave the last page nearly empty.
    expect(Math.max(...machine.pages.map(({ count }) => count))).toBe(1000);
  });

  it("survives lost devices and short memory, reports them, and gives the same counts", async () => {
    const config = { dbs: [2, 5], units: 300, stop: 11 };
    const recoveries: Recovery[] = [];
    const options = { page: 32, onRecovery: (recovery: Recovery) => recoveries.push(recovery) };
    const hosts = [machineOf({ lostAt: [2, 3] }), machineOf({ room: 3 })];
    const { results } = await run(hosts, begin(config), options);
    expect(results).toEqual(expectedRows(config));
    expect(recoveries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["device lost"]));
    const short: Recovery[] = [];
    const small = await run([machineOf({ room: 3 })], begin(config), {
      page: 8,
      onRecovery: (recovery) => short.push(recovery),
    });
    expect(short).toMatchObject([{ kind: "out of memory" }, { kind: "out of memory" }]);
    expect(small.results).toEqual(expectedRows(config));
  });

  it("keeps pages of the size that fits, without a message", async () => {
    const machine = machineOf({ room: 100 });
    const onRecovery = () => expect.unreachable();
    await run([machine], begin({ dbs: [4], units: 3000, stop: 0 }), { onRecovery });
    const largest = Math.max(...machine.pages.map(({ count }) => count));
    expect(largest).toBeGreaterThan(50);
    expect(largest).toBeLessThanOrEqual(100);
  });

  it("fails with the error of a device that always fails", async () => {
    const lost = machineOf({ lostAt: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] });
    await expect(run([lost], begin({ dbs: [4], units: 30, stop: 0 }))).rejects.toThrow(DeviceLostError);
    const broken = machineOf({ broken: new TypeError("a defect") });
    await expect(run([broken], begin({ dbs: [4], units: 30, stop: 0 }))).rejects.toThrow("a defect");
    expect(broken.open).toBe(0);
  });

  it("ends at an abort while a long page still runs, and closes its link afterwards", async () => {
    const machine = machineOf({ ms: () => 300 });
    const controller = new AbortController();
    const running = collect([machine], begin({ dbs: [4], units: 5000, stop: 0 }), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(450);
    controller.abort();
    // It ends before any time has passed.
    await running;
    expect(machine.open).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(machine.open).toBe(0);
  });

  it("shows each receiver when it has finished a unit, and keeps whole units", async () => {
    const start = begin({ dbs: [1, 4], units: 9, stop: 0 });
    const steps: SweepStep<Config, Row>[] = [];
    const consuming = async () => {
      const { host } = machineOf({ ms: () => 1000, stepwise: true });
      for await (const step of runSweep(measurement, [host], start, { page: 3 })) steps.push(step);
    };
    await elapse(consuming());
    const [rows, kept] = [steps, steps.map(({ state }) => sweepStep(measurement, state))].map((all) =>
      all.map(({ results }) => results.map(({ units }) => units).join(" ")),
    );
    expect(rows.slice(0, 5)).toEqual(["0 0 0 0", "3 0 0 0", "3 3 0 0", "6 3 0 0", "6 6 0 0"]);
    expect(kept.slice(0, 5)).toEqual(["0 0 0 0", "0 0 0 0", "3 3 0 0", "3 3 0 0", "6 6 0 0"]);
    const progress = steps.map((step) => step.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress[1]).toBeCloseTo(1.5 / 18, 12);
    const whole = await run([machineOf()], start);
    expect(steps.at(-1)).toMatchObject({ results: whole.results, state: whole.state, done: true });
  });

  it("ends a long page with partial results when it is aborted, keeps the results it has shown, and resumes from whole units", async () => {
    const machine = machineOf({ ms: () => 1000, stepwise: true });
    const controller = new AbortController();
    const steps: SweepStep<Config, Row>[] = [];
    const consuming = async () => {
      const start = begin({ dbs: [1], units: 9, stop: 0 });
      for await (const step of runSweep(measurement, [machine.host], start, { page: 1, signal: controller.signal })) {
        steps.push(step);
      }
    };
    const running = consuming();
    await vi.advanceTimersByTimeAsync(1700);
    controller.abort();
    await running;
    const last = steps.at(-1)!;
    expect(last.results.map(({ units }) => units)).toEqual([2, 1]);
    expect(sweepStep(measurement, last.state).results.map(({ units }) => units)).toEqual([1, 1]);
    const [resumed, whole] = [await run([machineOf()], last.state), await run([machineOf()], steps[0].state)];
    expect(resumed).toEqual(whole);
    await vi.advanceTimersByTimeAsync(400);
    expect(machine.open).toBe(0);
  });

  it("does nothing if it is aborted before it begins, or if there is no work", async () => {
    const controller = new AbortController();
    controller.abort();
    const machine = machineOf();
    const config = { dbs: [4], units: 50, stop: 0 };
    for await (const _ of runSweep(measurement, [machine.host], begin(config), { signal: controller.signal })) {
      expect.unreachable();
    }
    const finished = await run([machineOf()], begin(config));
    const again = await run([machine], finished.state);
    expect(again.done).toBe(true);
    expect(machine.pages).toEqual([]);
    // If there are fewer units than shards, a shard may be empty.
    const empty = await run([machine], begin({ ...config, units: 2 }, { index: 1, count: 3 }));
    expect(empty).toMatchObject({ done: true, progress: 1 });
  });

  it("is not slowed by a slow consumer", async () => {
    const machine = machineOf({ ms: () => 2 });
    let steps = 0;
    const sweep = runSweep(measurement, [machine.host], begin({ dbs: [4], units: 400, stop: 0 }), { page: 8 });
    const consuming = async () => {
      for await (const _ of sweep) {
        steps++;
        await sleep(60);
      }
    };
    await elapse(consuming());
    expect(machine.pages.length).toBe(50);
    expect(steps).toBeLessThan(20);
  });

  it("yields a step once in 100 ms and computes only rows that are read and that have changed", async () => {
    const rows: number[] = [];
    const counting = {
      ...measurement,
      row: (...args: Parameters<typeof measurement.row>) => (rows.push(args[1]), measurement.row(...args)),
    };
    const dbs = Array.from({ length: 40 }, (_, i) => i);
    const sweep = async (stop: number, read: boolean) => {
      rows.length = 0;
      const machine = machineOf({ ms: () => 2 });
      let [steps, last]: [number, SweepStep<Config, Row> | undefined] = [0, undefined];
      const began = performance.now();
      const consuming = async () => {
        const start = begin({ dbs, units: 400, stop });
        for await (last of runSweep(counting, [machine.host], start, { page: 8 })) {
          steps++;
          if (read) expect(last.results).toHaveLength(80);
        }
      };
      await elapse(consuming());
      expect(steps).toBeLessThanOrEqual((performance.now() - began) / 100 + 2);
      return { pages: machine.pages.length, steps, last: last!, computed: rows.length };
    };
    for (const stop of [0, 3]) {
      const unread = await sweep(stop, false);
      expect(unread.pages).toBeGreaterThan(500);
      expect(unread.computed).toBe(0);
      const { pages, steps, last, computed } = await sweep(stop, true);
      expect(pages).toBe(unread.pages);
      // All rows in the first step, then the rows of points with new counts: 50 pages take 100 ms.
      const most = stop === 0 ? 2 : 40;
      expect(computed).toBeLessThanOrEqual(80 + 2 * most * steps);
      expect(structuredClone(last).results).toEqual(unread.last.results);
      expect(last.results).toEqual(expectedRows({ dbs, units: 400, stop }));
    }
  });

  it("yields the counts since the last step when it is aborted", async () => {
    const controller = new AbortController();
    const found: number[] = [];
    const consuming = async () => {
      const options = { page: 8, signal: controller.signal };
      const start = begin({ dbs: [4], units: 4000, stop: 0 });
      for await (const { state } of runSweep(measurement, [machineOf({ ms: () => 10 }).host], start, options)) {
        found.push(unitsOf(state.ledger, 4));
      }
    };
    const running = consuming();
    await vi.advanceTimersByTimeAsync(185);
    controller.abort();
    await running;
    // Steps at the first page, 100 ms later, and at the abort.
    expect(found).toEqual([8, expect.any(Number), 144]);
  });

  it("is steady unless a stop rule may end points early, or points are still chosen", async () => {
    const steady = async (config: Config) => {
      const found: boolean[] = [];
      const consuming = async () => {
        const options = { page: 8, stepMs: 0 };
        for await (const step of runSweep(measurement, [machineOf({ ms: () => 1 }).host], begin(config), options)) {
          found.push(step.steady);
        }
      };
      await elapse(consuming());
      return found;
    };
    expect(new Set(await steady({ dbs: [1, 2], units: 100, stop: 0 }))).toEqual(new Set([true]));
    const stopping = await steady({ dbs: [1, 2], units: 100, stop: 30 });
    expect([stopping[0], stopping.at(-1)]).toEqual([false, true]);
    expect((await steady({ dbs: "auto", units: 100, stop: 0 }))[0]).toBe(false);
  });

  it("opens few links until its pages are as large as they get", async () => {
    for (const perUnit of [0.01, 0.2, 3]) {
      const machine = machineOf({ ms: (units) => 0.2 + perUnit * units });
      await run([machine], begin({ dbs: [1, 2, 3], units: 5000, stop: 0 }));
      const sizes = new Set(machine.pages.map(({ count }) => count));
      expect(sizes.size, `${[...sizes].join(" ")}`).toBeLessThanOrEqual(4);
    }
    // Most of the time does not depend on the size: the second growth knows.
    const machine = machineOf({ ms: (units) => 4 + units / 2000 });
    await run([machine], begin({ dbs: [1, 2, 3], units: 5120, stop: 0 }));
    expect([...new Set(machine.pages.map(({ count }) => count))].slice(0, 3)).toEqual([8, 80, 1024]);
  });

  it("chooses the points of a curve, the same ones on one device and on three", async () => {
    const config: Config = { dbs: "auto", units: 20_000, stop: 60 };
    const alone = await run([machineOf()], begin(config));
    const three = await run([machineOf(), machineOf({ ms: () => 1 }), machineOf()], begin(config), { page: 200 });
    expect(JSON.stringify(three.state)).toBe(JSON.stringify(alone.state));
    expect(three.results).toEqual(alone.results);
    const points = [...new Set(alone.results.map(({ db }) => db))];
    expect(points[0]).toBe(0);
    for (const receiver of [0, 1]) {
      const rates = alone.results
        .filter((row) => row.receiver === receiver)
        .map(({ units, errors }) => errors / units / 100);
      for (let i = 1; i < rates.length; i++) expect(rates[i - 1]).toBeLessThanOrEqual(3 * Math.max(1e-3, rates[i]));
      expect(rates[rates.length - 1]).toBeLessThan(1e-3);
    }
  });

  it.each([
    [{ index: 3, count: 2 }, /got 3\/2/],
    [{ index: 0, count: 2 }, /got 0\/2/],
    [{ index: 1, count: 1e8 }, /COUNT ≤ 10000, got 1\/100000000/],
    [{ index: 1.5, count: 2 }, /got 1.5\/2/],
  ])("refuses shard %j", (shard, message) => {
    expect(() => begin({ dbs: [1], units: 10, stop: 0 }, shard)).toThrow(message);
  });

  it("refuses to choose points from a shard's counts", () => {
    expect(() => begin({ dbs: "auto", units: 10, stop: 0 }, { index: 1, count: 2 })).toThrow(
      /need the counts of all shards/,
    );
    expect(begin({ dbs: "auto", units: 10, stop: 0 }).shard).toEqual(WHOLE);
  });
});
