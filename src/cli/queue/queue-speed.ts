import type { Redis } from "ioredis";
import { UsageError } from "../options.ts";
import { openQueue, workOn } from "./job-queue.ts";
import { createSweepStore, type RangeResult } from "./sweep-store.ts";

/** The measured speed of the queue: jobs that compute nothing, with all of Redis's operations of a real job. */
export interface QueueSpeed {
  version: string;
  jobs: number;
  ms: number;
  jobsPerSecond: number;
  /** Processor time of Redis per job, µs. Redis runs commands on one processor. */
  redisUs: number;
  /** Commands of Redis per job. */
  commands: number;
  /** Memory of a waiting job in Redis, bytes. */
  bytes: number;
}

/** Jobs that one client process does at a time, and jobs that the scheduler adds at once. */
const CONCURRENCY = 200;
const BATCH = 1000;

/**
 * Measures the queue with jobs from this process.
 *
 * @throws UsageError if Redis holds anything: the measurement empties it at its end.
 */
export async function measureQueue(redis: Redis, jobs: number): Promise<QueueSpeed> {
  if ((await redis.dbsize()) > 0) {
    throw new UsageError(
      "bench-sweep: Redis must be empty, because the measurement empties it; start one for it alone",
    );
  }
  const [store, queue] = [createSweepStore(redis), await openQueue(redis)];
  try {
    const sweep = await store.submit("simulation", {});
    const ranges = Array.from({ length: jobs }, (_, i) => ({
      sweep,
      task: { db: i % 10, first: 1024 * i, count: 1024 },
    }));
    const adapter = { name: "none", vendor: "", architecture: "", software: false };
    const sums = Array.from({ length: 4 }, () => [1024, 100, 6291456, 2000, 50000]);
    const empty = await numbersOf(redis);
    const start = performance.now();
    for (let at = 0; at < jobs; at += BATCH) await queue.add(ranges.slice(at, at + BATCH));
    const full = await numbersOf(redis);
    await new Promise<void>((resolve, reject) => {
      let done = 0;
      const worker = workOn(redis, CONCURRENCY, async ({ task }) => {
        await Promise.all([store.record(sweep), store.endedPoints(sweep)]);
        const point = { db: task.db, blocks: [{ first: task.first, units: task.count, sums }] };
        await store.append(sweep, { task, point, ms: 1000, adapter } satisfies RangeResult);
        if (++done === jobs) void worker.then((one) => one.close()).then(resolve, reject);
      });
      worker.catch(reject);
    });
    const ms = performance.now() - start;
    const end = await numbersOf(redis);
    return {
      version: end.version,
      jobs,
      ms,
      jobsPerSecond: (1000 * jobs) / ms,
      redisUs: (1e6 * (end.cpuSeconds - empty.cpuSeconds)) / jobs,
      commands: (end.commands - empty.commands) / jobs,
      bytes: (full.bytes - empty.bytes) / jobs,
    };
  } finally {
    await queue.close();
    await redis.flushdb();
  }
}

async function numbersOf(redis: Redis) {
  const info = await redis.info();
  const text = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
  return {
    version: text("redis_version"),
    cpuSeconds: Number(text("used_cpu_user")) + Number(text("used_cpu_sys")),
    commands: Number(text("total_commands_processed")),
    bytes: Number(text("used_memory")),
  };
}
