import type { Redis } from "ioredis";
import { WorkerLostError } from "../../core/measurement/schedule.ts";
import type { SweepOrder } from "../devices/protocol.ts";
import type { DevicePool } from "./device-pool.ts";
import { openQueue, type RangeJob, workOn } from "./job-queue.ts";
import { startKeeper } from "./keeper.ts";
import { createSweepStore, type SweepRecord } from "./sweep-store.ts";

/** Jobs per device at a time: the device begins the next one while the counts of the last one travel. */
const JOBS_PER_DEVICE = 2;
/** Time between two looks at whether the jobs in progress are still needed, ms. */
const LOOK_MS = 1000;

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
export async function work(
  redis: Redis,
  pool: DevicePool,
  devices: number,
  signal: AbortSignal,
  onNote: (message: string) => void,
): Promise<void> {
  const store = createSweepStore(redis);
  const queue = await openQueue(redis);
  const slots = JOBS_PER_DEVICE * devices;
  const doing = new Set<Doing>();
  const sweeps = new Map<string, SweepOrder>();
  let failure: { error: unknown } | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  await store.announce(slots, devices);
  const keeper = startKeeper(store, queue, onNote);
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
    const record = await neededBy(job);
    if (!record) return;
    const order = sweeps.get(sweep) ?? { experiment: record.experiment, config: JSON.parse(record.config) as object };
    sweeps.set(sweep, order);
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

  /** Returns a job's sweep if its counts are still needed. */
  async function neededBy({ sweep, task }: RangeJob): Promise<SweepRecord | undefined> {
    const [record, points] = await Promise.all([store.record(sweep), store.endedPoints(sweep)]);
    return record?.status === "running" && !points.includes(String(task.db)) ? record : undefined;
  }

  /** Announces this worker, and ends jobs that are no longer needed. */
  async function look(): Promise<void> {
    await store.announce(slots, devices);
    for (const sweep of new Set([...doing].map(({ job }) => job.sweep))) {
      const [status, points] = await Promise.all([store.status(sweep), store.endedPoints(sweep)]);
      for (const { job, stop } of doing) {
        if (job.sweep !== sweep) continue;
        if (status !== "running" || points.includes(String(job.task.db))) stop.abort();
      }
    }
  }
}
