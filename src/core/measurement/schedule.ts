import type { Gpu } from "../gpu/device.ts";
import { OutOfMemoryError } from "../gpu/errors.ts";
import { type GpuHost, MOST_FAILURES, type Recovery, recoveryOf } from "../gpu/host.ts";
import { lockOf } from "../gpu/lock.ts";
import type { Link, Part } from "./measurement.ts";

/** Consecutive units of one point. */
export interface Task {
  db: number;
  first: number;
  count: number;
}

/** The scheduler's view of the work. */
export interface Work {
  /** Units of the first page, which measures the device's speed. */
  trial: number;
  /** Returns the largest page on this device, in units. */
  most(gpu: Gpu): number;
  /** Returns the largest page size up to `most` that divides a point, because a link computes full pages. */
  even(page: number): number;
  open(gpu: Gpu, page: number): Promise<Link>;
  /**
   * Returns the next units to run, at most `most`; undefined while there are none. The caller must deliver them or give
   * them back.
   */
  next(most: number): Task | undefined;
  /** Records partial results of a task before it is delivered. */
  tell(task: Task, part: Part): void;
  deliver(task: Task, counts: Float64Array): void;
  giveBack(task: Task): void;
  /** True if all tasks have been delivered. */
  done(): boolean;
}

export interface ScheduleOptions {
  signal?: AbortSignal;
  /** Largest page in units on any device. */
  page?: number;
  onRecovery?: (recovery: Recovery) => void;
}

/** Target duration of a page: short enough to stop and to draw, long enough to keep a GPU busy. */
const PAGE_MS = 40;
/**
 * Longest duration of a page if one twice as large takes little more time. A single unit may take longer than PAGE_MS.
 */
const LONGEST_PAGE_MS = 400;
const LITTLE_MORE = 1.5;
/** Largest growth factor of a page. */
const GROWTH = 8;
/** Pages in a device's queue: the GPU computes the next page while the CPU counts one. */
const IN_FLIGHT = 2;

/**
 * Runs work on one or several devices, in pages that grow until each device is busy. Yields when there are new results
 * since the last time; a slow consumer blocks no device. When the signal aborts it ends at once without an error; pages
 * in flight end later.
 *
 * It opens a lost device again, and makes pages smaller if memory is short.
 *
 * @throws Other errors of a link; DeviceLostError or OutOfMemoryError of a device that fails repeatedly.
 */
export async function* schedule(
  hosts: readonly GpuHost[],
  work: Work,
  { signal, page = Infinity, onRecovery = () => {} }: ScheduleOptions = {},
): AsyncGenerator<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const change = createChange();
  stopping.signal.addEventListener("abort", change.tell);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  let failure: { error: unknown } | undefined;
  let news = false;
  let open = hosts.length;
  for (const host of hosts) {
    void runLane(host)
      .catch((error: unknown) => {
        failure ??= { error };
        stop();
      })
      .finally(() => {
        open--;
        change.tell();
      });
  }
  try {
    for (;;) {
      if (failure) throw failure.error;
      if (stopping.signal.aborted) return;
      if (news) {
        news = false;
        yield;
      } else if (open === 0) {
        return;
      } else {
        await change.next();
      }
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }

  function tellNews(): void {
    news = true;
    change.tell();
  }

  /** Runs work on one device, through losses and short memory, until all of it is delivered. */
  async function runLane(host: GpuHost): Promise<void> {
    let largest = page;
    let failures = 0;
    while (!stopping.signal.aborted && !work.done()) {
      const gpu = await host.get();
      try {
        await lockOf(gpu.device).share(() => pump(gpu));
        return;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        const held = Math.min(largest, work.most(gpu));
        const recovery = await recoveryOf(error, gpu, held);
        if (!recovery || ++failures > MOST_FAILURES) throw error;
        if (recovery.kind === "out of memory") largest = Math.max(1, Math.floor(held / 2));
        onRecovery(recovery);
      }
    }

    async function pump(gpu: Gpu): Promise<void> {
      let most = Math.max(1, Math.min(largest, work.most(gpu)));
      let size = work.even(Math.min(work.trial, most));
      let link = await work.open(gpu, size);
      const flight: { task: Task; counts: Promise<Float64Array | undefined>; link: Link }[] = [];
      /** Duration of a page before the last growth, ms. */
      let before = Infinity;
      /** When the last page was finished, or when the next one was begun if none was in flight. */
      let last = performance.now();
      try {
        for (;;) {
          while (!stopping.signal.aborted && flight.length < IN_FLIGHT) {
            const task = work.next(size);
            if (!task) break;
            if (flight.length === 0) last = performance.now();
            const { db, first, count } = task;
            flight.push({
              task,
              counts: link.run(db, first, count, { signal: stopping.signal, tell: told(task) }),
              link,
            });
          }
          const head = flight[0];
          if (!head) {
            if (stopping.signal.aborted || work.done()) return;
            await change.next();
            continue;
          }
          const counts = await head.counts;
          if (stopping.signal.aborted || !counts) return;
          flight.shift();
          const now = performance.now();
          const ms = now - last;
          last = now;
          failures = 0;
          work.deliver(head.task, counts);
          tellNews();
          if (head.link !== link && !flight.some((other) => other.link === head.link)) head.link.destroy();
          if (size < most && head.task.count === size) await grow(ms);
        }
      } finally {
        const links = new Set([link, ...flight.map((page) => page.link)]);
        for (const { task, counts } of flight) {
          work.giveBack(task);
          await counts.catch(() => {});
        }
        for (const one of links) one.destroy();
        change.tell();
      }

      function told(task: Task) {
        return (part: Part) => {
          if (stopping.signal.aborted) return;
          work.tell(task, part);
          tellNews();
        };
      }

      async function grow(ms: number): Promise<void> {
        const idle = ms < PAGE_MS / 2 || (ms < LONGEST_PAGE_MS / 2 && ms < LITTLE_MORE * before);
        if (!idle) return;
        const factor = ms < PAGE_MS / 2 ? Math.min(GROWTH, Math.max(2, Math.floor(PAGE_MS / ms))) : 2;
        const larger = work.even(Math.min(most, factor * size));
        if (larger <= size) {
          most = size;
          return;
        }
        let opened: Link;
        try {
          opened = await work.open(gpu, larger);
        } catch (error) {
          if (!(error instanceof OutOfMemoryError)) throw error;
          most = Math.max(size, Math.floor(larger / 2));
          return;
        }
        if (!flight.some((page) => page.link === link)) link.destroy();
        link = opened;
        before = ms;
        size = larger;
      }
    }
  }
}

/** An event: each call of `tell` wakes all waiters. */
function createChange() {
  let wake: () => void = () => {};
  let coming = new Promise<void>((resolve) => (wake = resolve));
  return {
    tell() {
      wake();
      coming = new Promise((resolve) => (wake = resolve));
    },
    next: () => coming,
  };
}
