import { setTimeout as sleep } from "node:timers/promises";
import { createDispatcher, type Dispatcher } from "../../core/measurement/dispatcher.ts";
import type { Task } from "../../core/measurement/schedule.ts";
import type { AnySweep } from "../sweep/sweeps.ts";
import { addAdapter, addSnapshot, type Collected, readResult, sweepOf } from "./collected.ts";
import { redisReason } from "./connection.ts";
import { type JobQueue, newJob, type RangesJob } from "./job-queue.ts";
import { jobsAtATime, rangesPerJob } from "./job-size.ts";
import type { SweepStore } from "./sweep-store.ts";
import { KEEPER_MS, LATE_MS, TICK_MS } from "./timing.ts";

/** Time between two snapshots, ms, and the number of jobs with results after which one is made at once. */
const SAVE_MS = 2000;
const SAVE_JOBS = 1000;
/**
 * Processes that schedule nothing look for a sweep without a scheduler: all of them together about once in this time,
 * ms, and each one at least once in the longest time.
 */
const SHARED_LOOK_MS = 50;
const LONGEST_LOOK_MS = 10_000;

/** A sweep that this process schedules. */
interface Kept extends Collected {
  dispatcher: Dispatcher<object>;
  /** The ID of each range's job. */
  jobs: WeakMap<Task, string>;
  /** The last result that the saved snapshot contains, and the last one that was read. */
  saved: string;
  read: string;
  savedAt: number;
  /** Jobs with results since the saved snapshot. */
  fresh: number;
}

export interface Keeper {
  close(): Promise<void>;
}

export interface KeeperOptions {
  store: SweepStore;
  queue: JobQueue;
  /** The sweeps that this process knows. */
  sweeps: readonly AnySweep[];
  onNote(message: string): void;
  /** Returns the number of workers, each of which has a keeper. */
  workers(): number;
  /** Ranges in a job. Default: more in a larger fleet. */
  ranges?: number;
}

/**
 * Schedules the sweeps in Redis: adds jobs to the queue, collects their results, applies the stop rule, and looks for
 * lost jobs. Every worker has a keeper; one of them at a time holds a sweep. Two that hold one by mistake do no harm.
 */
export function startKeeper({ store, queue, sweeps, onNote, workers, ranges }: KeeperOptions): Keeper {
  const kept = new Map<string, Kept>();
  const closing = new AbortController();
  /** Devices of the fleet, ranges in a job, and ranges that the fleet holds at a time. */
  let fleet = { devices: 1, ranges: 1, slots: 1 };
  let countedAt = -Infinity;
  let outage = false;
  const running = run();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await turn();
        outage = false;
      } catch (error) {
        // What the store holds is right; what this process remembers may be not.
        kept.clear();
        if (!outage && !closing.signal.aborted) onNote(`The scheduler starts again. Redis: ${redisReason(error)}.`);
        outage = true;
      }
      await pause(kept.size > 0 ? TICK_MS : idleMs());
    }
  }

  /** Redis must not be busy with the looks of a thousand processes. Random times keep the processes apart. */
  function idleMs(): number {
    const mean = Math.min(LONGEST_LOOK_MS, Math.max(KEEPER_MS / 4, SHARED_LOOK_MS * workers()));
    return mean * (0.5 + Math.random());
  }

  async function turn(): Promise<void> {
    const running = await store.running();
    for (const id of kept.keys()) if (!running.includes(id)) kept.delete(id);
    for (const id of running) {
      if (closing.signal.aborted) return;
      if (await store.hold(id)) await keep(id);
      else kept.delete(id);
    }
  }

  async function countFleet(): Promise<typeof fleet> {
    const workers = await store.workers();
    const sum = (valueOf: (devices: number) => number) => workers.reduce((total, one) => total + valueOf(one), 0);
    const devices = sum((own) => own);
    const perJob = ranges ?? rangesPerJob(devices);
    await store.tellRanges(perJob);
    return { devices, ranges: perJob, slots: sum((own) => perJob * jobsAtATime(own, perJob)) };
  }

  async function keep(id: string): Promise<void> {
    if (performance.now() - countedAt > KEEPER_MS) {
      fleet = await countFleet();
      countedAt = performance.now();
    }
    const one = kept.get(id) ?? (await begin(id));
    if (!one) return;
    kept.set(id, one);
    const { dispatcher, jobs } = one;
    const late = dispatcher.late(LATE_MS);
    const jobOf = (task: Task) => jobs.get(task)!;
    // A worker sends its counts before its job ends: counts of jobs that are missing now have already come.
    const lost = late.length > 0 ? await queue.missing([...new Set(late.map(jobOf))]) : new Set();
    await read(id, one);
    for (const task of late) if (lost.has(jobOf(task))) dispatcher.giveBack(task);
    const ended = new Set(dispatcher.obsolete().map(({ db }) => db));
    for (const db of ended) await store.endPoint(id, db);
    if (dispatcher.done()) {
      if (await save(id, one)) await store.end(id, "done");
      kept.delete(id);
      return;
    }
    const due = one.fresh >= SAVE_JOBS || performance.now() - one.savedAt > SAVE_MS;
    if (one.fresh > 0 && due && !(await save(id, one))) {
      kept.delete(id);
      return;
    }
    const added: RangesJob[] = [];
    for (let wanted = dispatcher.wanted(fleet.slots); wanted > 0; wanted -= fleet.ranges) {
      const tasks: Task[] = [];
      for (let task; tasks.length < fleet.ranges && (task = dispatcher.next());) tasks.push(task);
      if (tasks.length === 0) break;
      const job = newJob({ sweep: id, tasks });
      for (const task of tasks) jobs.set(task, job.id);
      added.push(job);
    }
    await queue.add(added);
  }

  /** Takes a sweep over from the store and the queue. */
  async function begin(id: string): Promise<Kept | undefined> {
    const record = await store.record(id);
    if (!record) return undefined;
    let collected: Collected;
    const { snapshot, after } = await store.counts(id);
    try {
      collected = sweepOf(record, sweeps);
      if (snapshot) addSnapshot(collected, snapshot);
    } catch (error) {
      await store.end(id, "failed", (error as Error).message);
      return undefined;
    }
    const { measurement, state } = collected;
    const dispatcher = createDispatcher(measurement, state, {
      workers: () => Math.max(1, fleet.devices),
    });
    const jobs = new WeakMap<Task, string>();
    for (const job of await queue.jobs()) {
      if (job.sweep !== id) continue;
      for (const task of job.tasks) {
        jobs.set(task, job.id);
        dispatcher.adopt(task);
      }
    }
    return { ...collected, dispatcher, jobs, saved: after, read: after, savedAt: performance.now(), fresh: 0 };
  }

  /** Reads the results that have come since the last time. */
  async function read(id: string, one: Kept): Promise<void> {
    for (;;) {
      const results = await store.resultsAfter(id, one.read);
      if (results.length === 0) return;
      for (const [at, json] of results) {
        if (one.read !== at) one.fresh++;
        one.read = at;
        const result = readResult(one, json);
        if (!result) {
          onNote(`${id}: counts that do not fit the sweep were left out`);
          continue;
        }
        addAdapter(one.adapters, result.adapter);
        one.dispatcher.deliver(result.task, result.point, result.ms);
      }
    }
  }

  async function save(id: string, one: Kept): Promise<boolean> {
    const { state, adapters, saved, read } = one;
    if (read !== saved && !(await store.save(id, saved, read, { ledger: state.ledger, adapters }))) return false;
    Object.assign(one, { saved: read, savedAt: performance.now(), fresh: 0 });
    return true;
  }

  /** Waits; less long if the keeper is closed. */
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {});

  return {
    async close() {
      closing.abort();
      await running;
      for (const [id, one] of kept) {
        await save(id, one);
        await store.release(id);
      }
    },
  };
}
