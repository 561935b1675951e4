import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import {
  type SimulatedConfig,
  simulatedCounts,
  simulatedState,
  simulatedSweep,
} from "../../core/measurement/simulation/simulated-sweep.ts";
import { newSweep } from "../../core/measurement/sweep.ts";
import { UsageError } from "../options.ts";
import type { AnySweep } from "../sweeps.ts";
import { collect } from "./collected.ts";
import type { DevicePool } from "./device-pool.ts";
import { createSweepStore } from "./sweep-store.ts";
import { work } from "./worker.ts";

/** A sweep on workers of this process whose devices sleep. Everything else is real: queue, scheduler, results. */
export interface SleepingFleet {
  /** Workers with one device each. */
  workers: number;
  /** Duration of a job, ms. */
  jobMs: number;
  /** Duration of the sweep if no device ever waits, s. */
  seconds: number;
}

export interface QueueSpeed extends SleepingFleet {
  /** The version of Redis. */
  version: string;
  /** True if one machine gives the same counts. */
  exact: boolean;
  /** Work, divided by the time of all workers from the submission to the end. */
  efficiency: number;
  /** The middle half of the sweep. */
  middle: {
    ms: number;
    jobs: number;
    jobsPerSecond: number;
    /** Share of the time in which a device had no job. */
    idle: number;
    /** Processor time per job, µs: of Redis's thread that runs commands, and of this process with scheduler and workers. */
    redisUs: number;
    processUs: number;
    /** Commands of Redis per job, with those inside of scripts. */
    commands: number;
  };
}

const POINTS = 10;
const RECEIVERS = 4;
/** Units of a job, and the duration that devices report for them: the scheduler cuts jobs of one second. */
const JOB_UNITS = 1024;
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
  const { workers, jobMs, seconds } = fleet;
  const unitMs = jobMs / JOB_UNITS;
  const units = Math.ceil((1000 * seconds * workers) / unitMs / POINTS);
  const points = Array.from({ length: POINTS }, (_, i) => i);
  const config: SimulatedConfig = { points, units, receivers: RECEIVERS, stop: 0 };
  const sweeps = [simulatedSweep as unknown as AnySweep];
  const store = createSweepStore(redis);
  const stop = new AbortController();
  setMaxListeners(workers + 1, stop.signal);
  const devices = Array.from({ length: workers }, () => sleepingDevice(config, unitMs));
  const connections = await Promise.all(devices.map(connect));
  const onNote = (message: string) => void process.stderr.write(`${message}\n`);
  const working = devices.map((device, i) =>
    work(connections[i], device, { devices: 1, sweeps, signal: stop.signal, onNote }),
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
    return { ...numbers, at, processUs: user + system, jobs: sum((one) => one.jobs), busyMs: sum(busyMsOf) };
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
    const [ms, jobs] = [after.at - before.at, after.jobs - before.jobs];
    return {
      ...fleet,
      version: after.version,
      exact: JSON.stringify(state.ledger) === JSON.stringify(simulatedState(config).ledger),
      efficiency: (units * POINTS * unitMs) / (workers * wholeMs),
      middle: {
        ms,
        jobs,
        jobsPerSecond: (1000 * jobs) / ms,
        idle: 1 - (after.busyMs - before.busyMs) / (workers * ms),
        redisUs: (1e6 * (after.cpuSeconds - before.cpuSeconds)) / jobs,
        processUs: (after.processUs - before.processUs) / jobs,
        commands: (after.commands - before.commands) / jobs,
      },
    };
  } finally {
    stop.abort();
    await Promise.allSettled(working);
    await redis.flushdb();
    for (const one of [redis, ...connections]) one.disconnect();
  }
}

/** A device that sleeps for the time of each job, one job after the other. */
interface SleepingDevice extends DevicePool {
  /** Jobs and units that it has done, and the time that they took. */
  jobs: number;
  units: number;
  busyMs: number;
  /** When it began the job in progress. */
  since?: number;
}

function sleepingDevice(config: SimulatedConfig, unitMs: number): SleepingDevice {
  const { ledger } = newSweep(simulatedSweep, config);
  const adapter = { name: "sleeps", vendor: "", architecture: "", software: false };
  let last: Promise<unknown> = Promise.resolve();
  const device: SleepingDevice = {
    jobs: 0,
    units: 0,
    busyMs: 0,
    run(_sweep, _order, task) {
      const turn = last.then(async () => {
        const start = performance.now();
        device.since = start;
        await sleep(task.count * unitMs);
        const ms = performance.now() - start;
        device.since = undefined;
        device.jobs++;
        device.units += task.count;
        device.busyMs += ms;
        return { point: simulatedCounts(ledger, task), ms: (REPORTED_MS * task.count) / JOB_UNITS, adapter };
      });
      last = turn;
      return turn;
    },
    close: async () => {},
  };
  return device;
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
