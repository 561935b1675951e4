import { setTimeout as sleep } from "node:timers/promises";
import { createDispatcher, type Dispatcher } from "../../core/measurement/dispatcher.ts";
import type { Task } from "../../core/measurement/schedule.ts";
import type { AnySweep } from "../sweeps.ts";
import { addAdapter, addSnapshot, type Collected, readResult, sweepOf } from "./collected.ts";
import type { JobQueue } from "./job-queue.ts";
import type { SweepStore } from "./sweep-store.ts";
import { KEEPER_MS, LATE_MS, TICK_MS } from "./timing.ts";

/** Wanted duration of a job, ms. With more devices than jobs per second that one Redis carries with ease, jobs are longer. */
const JOB_MS = 1000;
const EASY_JOBS_PER_SECOND = 2000;
/** Time between two snapshots, ms, and the number of results after which one is made at once. */
const SAVE_MS = 2000;
const SAVE_RESULTS = 1000;
/**
 * Processes that schedule nothing look for a sweep without a scheduler: all of them together about once in this time,
 * ms, and each one at least once in the longest time.
 */
const SHARED_LOOK_MS = 50;
const LONGEST_LOOK_MS = 10_000;

/** A sweep that this process schedules. */
interface Kept extends Collected {
  dispatcher: Dispatcher<object>;
  /** The last result that the saved snapshot contains, and the last one that was read. */
  saved: string;
  read: string;
  savedAt: number;
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
}

/**
 * Schedules the sweeps in Redis: adds jobs to the queue, collects their results, applies the stop rule, and looks for
 * lost jobs. Every worker has a keeper; one of them at a time holds a sweep. Two that hold one by mistake do no harm.
 */
export function startKeeper({ store, queue, sweeps, onNote, workers }: KeeperOptions): Keeper {
  const kept = new Map<string, Kept>();
  const closing = new AbortController();
  let fleet = { slots: 1, devices: 1 };
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
        if (!outage && !closing.signal.aborted) onNote(`The scheduler starts again: ${(error as Error).message}`);
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

  async function keep(id: string): Promise<void> {
    if (performance.now() - countedAt > KEEPER_MS) {
      fleet = await store.workers();
      countedAt = performance.now();
    }
    const one = kept.get(id) ?? (await begin(id));
    if (!one) return;
    kept.set(id, one);
    const { dispatcher } = one;
    const late = dispatcher.late(LATE_MS).map((task) => ({ sweep: id, task }));
    // A worker sends its counts before its job ends: counts of jobs that are missing now have already come.
    const lost = late.length > 0 ? await queue.missing(late) : [];
    await read(id, one);
    for (const { task } of lost) dispatcher.giveBack(task);
    const ended = new Set(dispatcher.obsolete().map(({ db }) => db));
    for (const db of ended) await store.endPoint(id, db);
    if (dispatcher.done()) {
      if (await save(id, one)) await store.end(id, "done");
      kept.delete(id);
      return;
    }
    const due = one.fresh >= SAVE_RESULTS || performance.now() - one.savedAt > SAVE_MS;
    if (one.fresh > 0 && due && !(await save(id, one))) {
      kept.delete(id);
      return;
    }
    const tasks: Task[] = [];
    for (let wanted = dispatcher.wanted(fleet.slots); wanted > 0; wanted--) {
      const task = dispatcher.next();
      if (!task) break;
      tasks.push(task);
    }
    await queue.add(tasks.map((task) => ({ sweep: id, task })));
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
      jobMs: () => Math.max(JOB_MS, (1000 * fleet.devices) / EASY_JOBS_PER_SECOND),
    });
    const one: Kept = { ...collected, dispatcher, saved: after, read: after, savedAt: performance.now(), fresh: 0 };
    for (const job of await queue.jobs()) if (job.sweep === id) dispatcher.adopt(job.task);
    return one;
  }

  /** Reads the results that have come since the last time. */
  async function read(id: string, one: Kept): Promise<void> {
    for (;;) {
      const results = await store.resultsAfter(id, one.read);
      if (results.length === 0) return;
      for (const [at, json] of results) {
        one.read = at;
        one.fresh++;
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
