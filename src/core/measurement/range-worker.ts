import type { GpuHost } from "../gpu/host.ts";
import { addUnits, type Ledger, type LedgerPoint, newLedger } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { deviceLane, type Lane, type BatchOptions, schedule, type Task, type Work } from "./schedule.ts";
import { newSweep, sweepBatches } from "./sweep.ts";

/** Computes ranges of units, usually in another process. */
export interface RangeWorker {
  /**
   * Computes a range. Several calls may be in flight; the worker keeps its device busy from one range to the next.
   *
   * @returns Undefined if the signal has aborted before.
   * @throws WorkerLostError if the worker is gone. Another one can compute the range.
   */
  run(task: Task, signal: AbortSignal): Promise<CountedRange | undefined>;
  close(): void;
}

/** The counts of a range. */
export interface CountedRange {
  /** Blocks of the range. With a stop rule, units beyond its end are dropped. */
  point: LedgerPoint;
  /** Share of its pages' time, ms. Opening links and waiting do not count. */
  ms: number;
  /** Units of the device's page. Ranges that are multiples of it leave no page half empty. */
  page: number;
}

interface Job {
  task: Task;
  counts: Ledger;
  /** Units handed out to the device, and units counted. */
  begun: number;
  counted: number;
  ms: number;
  finish(counted: CountedRange | undefined): void;
  fail(error: unknown): void;
}

/**
 * Returns a worker that computes on a device of this process. A page may span neighbouring ranges.
 *
 * @param onProgress Called whenever the device has finished a part of its work.
 */
export function createRangeWorker<Config>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  host: GpuHost,
  { onProgress = () => {}, ...options }: BatchOptions & { onProgress?: () => void } = {},
): RangeWorker {
  const { ledger: shape } = newSweep(measurement, config);
  const closing = new AbortController();
  const jobs: Job[] = [];
  let failure: { error: unknown } | undefined;
  let wake = () => {};

  const work: Work = {
    next(most) {
      const head = jobs.findIndex(({ begun, task }) => begun < task.count);
      if (head < 0) return undefined;
      const { db, first: start } = jobs[head].task;
      const first = start + jobs[head].begun;
      let end = first;
      for (const job of jobs.slice(head)) {
        if (job.task.db !== db || job.task.first + job.begun !== end || end - first === most) break;
        const count = Math.min(most - (end - first), job.task.count - job.begun);
        job.begun += count;
        end += count;
      }
      return { db, first, count: end - first };
    },
    left: () => jobs.reduce((sum, { begun, task }) => sum + task.count - begun, 0),
    tell: onProgress,
    deliver(page, counts, { units, ms }) {
      onProgress();
      for (const job of jobs.filter(({ task }) => overlaps(task, page))) {
        const { db, first, count } = job.task;
        const [from, to] = [Math.max(first, page.first), Math.min(first + count, page.first + page.count)];
        addUnits(job.counts, db, page.first, counts, [from, to]);
        job.counted += to - from;
        job.ms += (ms * (to - from)) / units;
        if (job.counted === count) finish(job, units);
      }
    },
    merge() {
      throw new Error("a device delivers counts of units");
    },
    giveBack(page) {
      // Pages are given back together with all later ones.
      for (const job of jobs.filter(({ task }) => overlaps(task, page))) {
        job.begun = Math.min(job.begun, Math.max(0, page.first - job.task.first));
      }
    },
    wanted: (page) => jobs.some(({ task }) => overlaps(task, page)),
    done: () => false,
  };

  const device = deviceLane(host, sweepBatches(measurement, config), options);
  const lane: Lane = (turn) => {
    ({ wake } = turn);
    return device(turn);
  };
  const running = async () => {
    for await (const _ of schedule([lane], work, { signal: closing.signal, stepMs: Infinity }));
  };
  running().catch((error: unknown) => {
    failure = { error };
    for (const job of jobs.splice(0)) job.fail(error);
  });

  function finish(job: Job, page: number): void {
    jobs.splice(jobs.indexOf(job), 1);
    job.finish({ point: job.counts.points[0], ms: job.ms, page });
  }

  return {
    run(task, signal) {
      return new Promise((resolve, reject) => {
        if (failure) {
          reject(failure.error as Error);
          return;
        }
        if (closing.signal.aborted || signal.aborted) {
          resolve(undefined);
          return;
        }
        const drop = () => {
          const at = jobs.indexOf(job);
          if (at >= 0) jobs.splice(at, 1);
          resolve(undefined);
        };
        const job: Job = {
          task,
          counts: newLedger(shape),
          begun: 0,
          counted: 0,
          ms: 0,
          finish(counted) {
            signal.removeEventListener("abort", drop);
            resolve(counted);
          },
          fail: reject,
        };
        signal.addEventListener("abort", drop);
        jobs.push(job);
        wake();
      });
    },
    close() {
      closing.abort();
      for (const job of jobs.splice(0)) job.finish(undefined);
    },
  };
}

const overlaps = (a: Task, b: Task) => a.db === b.db && a.first < b.first + b.count && b.first < a.first + a.count;
