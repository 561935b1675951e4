import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { type Task, WorkerLostError } from "../../core/measurement/schedule.ts";
import type { SweepOrder } from "../devices/protocol.ts";
import type { AnySweep } from "../sweep/sweeps.ts";
import { isFull, redisReason } from "./connection.ts";
import { createDemand } from "./demand.ts";
import type { DevicePool } from "./device-pool.ts";
import { openQueue, workOn } from "./job-queue.ts";
import { jobsAtATime } from "./job-size.ts";
import { startKeeper } from "./keeper.ts";
import { createSweepStore, type RangeResult } from "./sweep-store.ts";
import { ANNOUNCE_MS } from "./timing.ts";

/** Time between two looks at whether the ranges in progress are still needed, ms. */
const LOOK_MS = 1000;

export interface WorkOptions {
  /** Number of devices in the pool. */
  devices: number;
  /** The sweeps that this worker knows. */
  sweeps: readonly AnySweep[];
  /** Ranges in a job. Default: more in a larger fleet. */
  ranges?: number;
  /** Ends the work. */
  signal: AbortSignal;
  onNote(message: string): void;
}

interface Doing {
  sweep: string;
  task: Task;
  stop: AbortController;
}

/**
 * Does jobs of submitted sweeps, and schedules them if no other worker does, until the signal aborts. Then it finishes
 * the jobs that it has begun.
 *
 * @throws WorkerLostError if no device is left.
 */
export async function work(redis: Redis, pool: DevicePool, options: WorkOptions): Promise<void> {
  const { devices, sweeps, signal, onNote } = options;
  const store = createSweepStore(redis);
  const queue = await openQueue(redis);
  const demand = createDemand(store);
  const doing = new Set<Doing>();
  let failure: { error: unknown } | undefined;
  let full = false;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  let fleet = await store.announce(devices);
  let announcedAt = performance.now();
  const keeper = startKeeper({ store, queue, sweeps, onNote, workers: () => fleet.workers, ranges: options.ranges });
  const atATime = () => jobsAtATime(devices, options.ranges ?? fleet.ranges);
  const jobs = await workOn(redis, atATime(), doJob);
  const watch = setInterval(() => void look().catch(() => {}), LOOK_MS);
  await ended;
  clearInterval(watch);
  if (failure) for (const { stop } of doing) stop.abort();
  await Promise.all([jobs.close(), keeper.close()]);
  await store.leave();
  await queue.close();
  if (failure) throw failure.error;

  async function doJob({ sweep, tasks }: { sweep: string; tasks: readonly Task[] }, last: boolean): Promise<void> {
    const order = await demand.orderOf(sweep);
    if (!order) return;
    try {
      const ranges = await Promise.allSettled(tasks.map((task) => doRange(sweep, order, task)));
      const counted = ranges.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
      if (counted.length > 0) await send(sweep, counted);
      const failed = ranges.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
    } catch (error) {
      if (error instanceof WorkerLostError) {
        failure ??= { error };
        end();
      } else if (last && !isFull(error)) {
        onNote(`${sweep}: ${(error as Error).message}`);
        await store.end(sweep, "failed", (error as Error).message);
      }
      // The queue gives the job to another worker.
      throw error;
    }
  }

  /** Sends counts. While Redis is full they are kept here, so that no unit is computed in vain. */
  async function send(sweep: string, counted: readonly RangeResult[]): Promise<void> {
    for (;;) {
      try {
        await store.append(sweep, counted);
        full = false;
        return;
      } catch (error) {
        if (!isFull(error) || signal.aborted) throw error;
        if (!full) onNote(`Redis: ${redisReason(error)}. This worker keeps its counts until there is room.`);
        full = true;
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async function doRange(sweep: string, order: SweepOrder, task: Task): Promise<RangeResult | undefined> {
    if (!demand.needs(sweep, task)) return undefined;
    const one: Doing = { sweep, task, stop: new AbortController() };
    doing.add(one);
    try {
      const counted = await pool.run(sweep, order, task, one.stop.signal);
      return counted && { task, ...counted };
    } finally {
      doing.delete(one);
    }
  }

  /** Announces this worker, and ends ranges that are no longer needed. */
  async function look(): Promise<void> {
    if (performance.now() - announcedAt > ANNOUNCE_MS) {
      announcedAt = performance.now();
      fleet = await store.announce(devices);
      jobs.allow(atATime());
    }
    await demand.look();
    for (const { sweep, task, stop } of doing) if (!demand.needs(sweep, task)) stop.abort();
  }
}
