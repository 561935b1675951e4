import type { Redis } from "ioredis";
import { WorkerLostError } from "../../core/measurement/schedule.ts";
import type { AnySweep } from "../sweeps.ts";
import { createDemand } from "./demand.ts";
import type { DevicePool } from "./device-pool.ts";
import { openQueue, type RangeJob, workOn } from "./job-queue.ts";
import { startKeeper } from "./keeper.ts";
import { createSweepStore } from "./sweep-store.ts";
import { ANNOUNCE_MS } from "./timing.ts";

/** Jobs per device at a time: the device begins the next one while the counts of the last one travel. */
const JOBS_PER_DEVICE = 2;
/** Time between two looks at whether the jobs in progress are still needed, ms. */
const LOOK_MS = 1000;

export interface WorkOptions {
  /** Number of devices in the pool. */
  devices: number;
  /** The sweeps that this worker knows. */
  sweeps: readonly AnySweep[];
  /** Ends the work. */
  signal: AbortSignal;
  onNote(message: string): void;
}

interface Doing {
  job: RangeJob;
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
  const slots = JOBS_PER_DEVICE * devices;
  const doing = new Set<Doing>();
  let failure: { error: unknown } | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  let workers = await store.announce(slots, devices);
  let announcedAt = performance.now();
  const keeper = startKeeper({ store, queue, sweeps, onNote, workers: () => workers });
  const jobs = await workOn(redis, slots, doJob);
  const watch = setInterval(() => void look().catch(() => {}), LOOK_MS);
  await ended;
  clearInterval(watch);
  if (failure) for (const { stop } of doing) stop.abort();
  await Promise.all([jobs.close(), keeper.close()]);
  await store.leave();
  await queue.close();
  if (failure) throw failure.error;

  async function doJob(job: RangeJob, last: boolean): Promise<void> {
    const { sweep, task } = job;
    const order = await demand.orderOf(job);
    if (!order) return;
    const one: Doing = { job, stop: new AbortController() };
    doing.add(one);
    try {
      const counted = await pool.run(sweep, order, task, one.stop.signal);
      if (counted) await store.append(sweep, { task, ...counted });
    } catch (error) {
      if (error instanceof WorkerLostError) {
        failure ??= { error };
        end();
      } else if (last) {
        onNote(`${sweep}: ${(error as Error).message}`);
        await store.end(sweep, "failed", (error as Error).message);
      }
      // The queue gives the job to another worker.
      throw error;
    } finally {
      doing.delete(one);
    }
  }

  /** Announces this worker, and ends jobs that are no longer needed. */
  async function look(): Promise<void> {
    if (performance.now() - announcedAt > ANNOUNCE_MS) {
      announcedAt = performance.now();
      workers = await store.announce(slots, devices);
    }
    await demand.look();
    for (const { job, stop } of doing) if (!demand.needs(job)) stop.abort();
  }
}
