import { randomBytes } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { Task } from "../../core/measurement/schedule.ts";
import { optionalPackage } from "../../package/device/optional-package.ts";
import { PREFIX } from "./sweep-store.ts";
import { LOCK_MS, STALLED_MS } from "./timing.ts";

/** What one worker computes, usually on several devices: ranges of a sweep. */
interface Ranges {
  sweep: string;
  tasks: readonly Task[];
}

/** A job of the queue. */
export interface RangesJob extends Ranges {
  id: string;
}

export const newJob = (ranges: Ranges): RangesJob => ({ ...ranges, id: randomBytes(9).toString("base64url") });

const NAME = "ranges";
/** Attempts at a job whose computation fails. A worker that is lost does not count. */
const ATTEMPTS = 3;
/** Pause after an error of the connection, ms. */
const RETRY_MS = 300;

/** The scheduler's view of the queue. Jobs are idempotent: one that is added or done twice does no harm. */
export interface JobQueue {
  add(jobs: readonly RangesJob[]): Promise<void>;
  /** Returns the jobs that wait or are being done. */
  jobs(): Promise<RangesJob[]>;
  /** Returns which of the jobs the queue no longer has. */
  missing(ids: readonly string[]): Promise<Set<string>>;
  close(): Promise<void>;
}

export async function openQueue(redis: Redis): Promise<JobQueue> {
  const { Queue } = await optionalPackage<typeof import("bullmq")>("bullmq", "The queue of sweeps");
  const queue: Queue<Ranges> = new Queue(NAME, { connection: redis, prefix: PREFIX });
  // The connection reports its outages.
  queue.on("error", () => {});
  return {
    async add(jobs) {
      if (jobs.length === 0) return;
      // Workers remove the jobs that have ended. An option here would take room in each waiting job.
      await queue.addBulk(
        jobs.map(({ id, ...data }) => ({ name: "ranges", data, opts: { attempts: ATTEMPTS, jobId: id } })),
      );
    },
    async jobs() {
      const found = await queue.getJobs(["wait", "active"]);
      // A job may end while the list is read.
      return (found as (Job<Ranges> | undefined)[]).flatMap((job) => (job?.data ? [{ ...job.data, id: job.id! }] : []));
    },
    async missing(ids) {
      const pipeline = redis.pipeline();
      for (const id of ids) pipeline.exists(queue.toKey(id));
      const found = (await pipeline.exec()) ?? [];
      return new Set(ids.filter((_, i) => found[i][0] === null && found[i][1] === 0));
    },
    close: () => queue.close(),
  };
}

/**
 * Takes jobs from the queue until it is closed. The lock of a job is renewed while it is done.
 *
 * @param concurrency Jobs at a time. `allow` changes it.
 * @param work Does a job. `last` is true at the last attempt.
 */
export async function workOn(
  redis: Redis,
  concurrency: number,
  work: (job: Ranges, last: boolean) => Promise<void>,
): Promise<{ allow(concurrency: number): void; close(): Promise<void> }> {
  const { Worker } = await optionalPackage<typeof import("bullmq")>("bullmq", "The queue of sweeps");
  const options = {
    connection: redis,
    prefix: PREFIX,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_MS,
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    runRetryDelay: RETRY_MS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  };
  const worker: Worker<Ranges> = new Worker(
    NAME,
    ({ data, attemptsMade }: Job<Ranges>) => work(data, attemptsMade + 1 >= ATTEMPTS),
    options,
  );
  worker.on("error", () => {});
  await worker.waitUntilReady();
  return { allow: (jobs) => void (worker.concurrency = jobs), close: () => worker.close() };
}
