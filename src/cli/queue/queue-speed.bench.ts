import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import {
  type SimulatedConfig,
  simulatedCounts,
  simulatedState,
  simulatedSweep,
} from "../../core/measurement/simulation/simulated-sweep.testing.ts";
import { newSweep } from "../../core/measurement/sweep.ts";
import { UsageError } from "../options.ts";
import type { AnySweep } from "../sweep/sweeps.ts";
import { collect } from "./collected.ts";
import type { DevicePool } from "./device-pool.ts";
import { createSweepStore } from "./sweep-store.ts";
import { work } from "./worker.ts";
import { tell } from "../terminal.ts";

/** A sweep on workers of this process whose devices sleep. Everything else is real: queue, scheduler, results. */
export interface SleepingFleet {
  workers: number;
  /** Devices of each worker. */
  devices: number;
  /** Ranges in a job. */
  ranges: number;
  /** Duration of a range, ms. */
  rangeMs: number;
  /** Duration of the sweep if no device ever waits, s. */
  seconds: number;
}

export interface QueueSpeed extends SleepingFleet {
  /** The version of Redis. */
  version: string;
  /** True if one machine gives the same counts. */
  exact: boolean;
  /** Work, divided by the time of all devices from the submission to the end. */
  efficiency: number;
  /** The middle half of the sweep. */
  middle: {
    ms: number;
    ranges: number;
    rangesPerSecond: number;
    /** Share of the time in which a device had no range. */
    idle: number;
    /** Processor time per range, µs: of Redis's thread that runs commands, and of this process with scheduler and workers. */
    redisUs: number;
    processUs: number;
    /** Commands of Redis per range, with those inside of scripts. */
    commands: number;
  };
}

const POINTS = 10;
const RECEIVERS = 4;
/** Units of a range, and the duration that devices report for them: the scheduler cuts ranges of one second. */
const RANGE_UNITS = 1024;
const REPORTED_MS = 1000;
/** Time between two looks at the sweep, ms. */
const LOOK_MS = 100;

/**
 * Measures the queue with a sweep on sleeping devices.
 *
 * @param connect Opens a connection. Each worker has its own, as on its own machine.
 * @throws UsageError if Redis holds anything: the measurement empties it at its end.
 */
export async function measureQueue(connect: () => Promise<Redis>, fleet: SleepingFleet): Promise<QueueSpeed> {
  const redis = await connect();
  if ((await redis.dbsize()) > 0) {
    redis.disconnect();
    throw new UsageError(
      "bench-sweep: Redis must be empty, because the measurement empties it; start one for it alone",
    );
  }
  const { workers, ranges, rangeMs, seconds } = fleet;
  const all = workers * fleet.devices;
  const unitMs = rangeMs / RANGE_UNITS;
  const units = Math.ceil((1000 * seconds * all) / unitMs / POINTS);
  const points = Array.from({ length: POINTS }, (_, i) => i);
  const config: SimulatedConfig = { points, units, receivers: RECEIVERS, stop: 0 };
  const sweeps = [simulatedSweep as unknown as AnySweep];
  const store = createSweepStore(redis);
  const stop = new AbortController();
  setMaxListeners(workers + 1, stop.signal);
  const pools = Array.from({ length: workers }, () => sleepingPool(fleet.devices, config, unitMs));
  const devices = pools.flatMap((pool) => pool.devices);
  const connections = await Promise.all(pools.map(connect));
  const onNote = (message: string) => void tell(`${message}`);
  const working = pools.map((pool, i) =>
    work(connections[i], pool, { devices: fleet.devices, sweeps, ranges, signal: stop.signal, onNote }),
  );
  let failure: { error: unknown } | undefined;
  for (const one of working) one.catch((error: unknown) => (failure ??= { error }));

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) {
      if (failure) throw failure.error;
      await sleep(LOOK_MS);
    }
  }
  async function sample() {
    const [numbers, at, { user, system }] = [await numbersOf(redis), performance.now(), process.cpuUsage()];
    const sum = (value: (device: SleepingDevice) => number) => devices.reduce((total, one) => total + value(one), 0);
    return { ...numbers, at, processUs: user + system, ranges: sum((one) => one.ranges), busyMs: sum(busyMsOf) };
  }
  const counted = () => devices.reduce((sum, one) => sum + one.units, 0) / (units * POINTS);

  try {
    // Each worker that waits for a job blocks a connection.
    await until(async () => (await numbersOf(redis)).blocked === workers);
    const start = performance.now();
    const id = await store.submit(simulatedSweep.name, config);
    await until(() => counted() > 0.25);
    const before = await sample();
    await until(() => counted() > 0.75);
    const after = await sample();
    await until(async () => (await store.status(id)) === "done");
    const wholeMs = performance.now() - start;
    const { state } = collect((await store.record(id))!, await store.counts(id), sweeps);
    const [ms, done] = [after.at - before.at, after.ranges - before.ranges];
    return {
      ...fleet,
      version: after.version,
      exact: JSON.stringify(state.ledger) === JSON.stringify(simulatedState(config).ledger),
      efficiency: (units * POINTS * unitMs) / (all * wholeMs),
      middle: {
        ms,
        ranges: done,
        rangesPerSecond: (1000 * done) / ms,
        idle: 1 - (after.busyMs - before.busyMs) / (all * ms),
        redisUs: (1e6 * (after.cpuSeconds - before.cpuSeconds)) / done,
        processUs: (after.processUs - before.processUs) / done,
        commands: (after.commands - before.commands) / done,
      },
    };
  } finally {
    stop.abort();
    await Promise.allSettled(working);
    await redis.flushdb();
    for (const one of [redis, ...connections]) one.disconnect();
  }
}

/** A device that sleeps for the time of each range, one range after the other. */
interface SleepingDevice {
  /** Ranges and units that it has done, and the time that they took. */
  ranges: number;
  units: number;
  busyMs: number;
  /** When it began the range in progress. */
  since?: number;
  /** Ranges that it has and has not done, and the last of them. */
  waiting: number;
  last: Promise<unknown>;
}

function sleepingPool(
  count: number,
  config: SimulatedConfig,
  unitMs: number,
): DevicePool & { devices: SleepingDevice[] } {
  const { ledger } = newSweep(simulatedSweep, config);
  const adapter = { name: "sleeps", vendor: "", architecture: "", software: false };
  const devices = Array.from({ length: count }, (): SleepingDevice => ({
    ranges: 0,
    units: 0,
    busyMs: 0,
    waiting: 0,
    last: Promise.resolve(),
  }));
  return {
    devices,
    run(_sweep, _order, task) {
      const device = devices.reduce((least, one) => (one.waiting < least.waiting ? one : least));
      device.waiting++;
      const turn = device.last.then(async () => {
        const start = performance.now();
        device.since = start;
        await sleep(task.count * unitMs);
        const ms = performance.now() - start;
        device.since = undefined;
        device.waiting--;
        device.ranges++;
        device.units += task.count;
        device.busyMs += ms;
        return { point: simulatedCounts(ledger, task), ms: (REPORTED_MS * task.count) / RANGE_UNITS, adapter };
      });
      device.last = turn;
      return turn;
    },
    close: async () => {},
  };
}

const busyMsOf = ({ busyMs, since }: SleepingDevice) => busyMs + (since === undefined ? 0 : performance.now() - since);

async function numbersOf(redis: Redis) {
  const info = await redis.info("everything");
  const text = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const seconds = (name: string) => Number(text(`${name}_main_thread`) ?? text(name));
  return {
    version: text("redis_version") ?? "unknown",
    cpuSeconds: seconds("used_cpu_user") + seconds("used_cpu_sys"),
    commands: Number(text("total_commands_processed")),
    blocked: Number(text("blocked_clients")),
  };
}
