import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { Task } from "../../core/measurement/schedule.ts";
import { PREFIX } from "./sweep-store.ts";
import { LOCK_MS, STALLED_MS } from "./timing.ts";

/** A job of the queue: a range of a sweep. */
export interface RangeJob {
  sweep: string;
  task: Task;
}

const NAME = "ranges";
/** Attempts at a job whose computation fails. A worker that is lost does not count. */
const ATTEMPTS = 3;
/** Pause after an error of the connection, ms. */
const RETRY_MS = 300;

/** The scheduler's view of the queue. Jobs are idempotent: one that is added or done twice does no harm. */
export interface JobQueue {
  add(jobs: readonly RangeJob[]): Promise<void>;
  /** Returns the jobs that wait or are being done. */
  jobs(): Promise<RangeJob[]>;
  /** Returns the given jobs that the queue no longer has. */
  missing(jobs: readonly RangeJob[]): Promise<RangeJob[]>;
  close(): Promise<void>;
}

export async function openQueue(redis: Redis): Promise<JobQueue> {
  const { Queue } = await import("bullmq");
  const queue: Queue<RangeJob> = new Queue(NAME, { connection: redis, prefix: PREFIX });
  // The connection reports its outages.
  queue.on("error", () => {});
  return {
    async add(jobs) {
      if (jobs.length === 0) return;
      // Workers remove the jobs that have ended. An option here would take room in each waiting job.
      await queue.addBulk(
        jobs.map((data) => ({ name: "range", data, opts: { attempts: ATTEMPTS, jobId: jobId(data) } })),
      );
    },
    async jobs() {
      const found = await queue.getJobs(["wait", "active"]);
      // A job may end while the list is read.
      return (found as (Job<RangeJob> | undefined)[]).flatMap((job) => (job?.data ? [job.data] : []));
    },
    async missing(jobs) {
      const pipeline = redis.pipeline();
      for (const job of jobs) pipeline.exists(queue.toKey(jobId(job)));
      const found = (await pipeline.exec()) ?? [];
      return jobs.filter((_, i) => found[i][0] === null && found[i][1] === 0);
    },
    close: () => queue.close(),
  };
}

const jobId = ({ sweep, task: { db, first, count } }: RangeJob) => `${sweep}_${db}_${first}_${count}`;

/**
 * Takes jobs from the queue until it is closed. The lock of a job is renewed while it is done.
 *
 * @param work Does a job. `last` is true at the last attempt.
 */
export async function workOn(
  redis: Redis,
  concurrency: number,
  work: (job: RangeJob, last: boolean) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const { Worker } = await import("bullmq");
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
  const worker: Worker<RangeJob> = new Worker(
    NAME,
    ({ data, attemptsMade }: Job<RangeJob>) => work(data, attemptsMade + 1 >= ATTEMPTS),
    options,
  );
  worker.on("error", () => {});
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}
