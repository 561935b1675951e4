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

/** What the scheduler needs to know of the work. */
export interface Work {
  /** Units of the first page, which tells how fast the device is. */
  trial: number;
  /** Most units of a page on this device. */
  most(gpu: Gpu): number;
  /** The largest page, up to this size, of which a whole number makes a point: a link computes full pages. */
  even(page: number): number;
  open(gpu: Gpu, page: number): Promise<Link>;
  /** The next units to run, `most` at most; undefined while there are none. They are the caller's until it delivers them or gives them back. */
  next(most: number): Task | undefined;
  /** Takes note of what is known of a task before it is delivered. */
  tell(task: Task, part: Part): void;
  deliver(task: Task, counts: Float64Array): void;
  giveBack(task: Task): void;
  /** True when everything has been delivered. */
  done(): boolean;
}

export interface ScheduleOptions {
  signal?: AbortSignal;
  /** Most units of a page, whatever the device holds. */
  page?: number;
  onRecovery?: (recovery: Recovery) => void;
}

/** A page should last about so long: short enough to stop and to draw, long enough to fill a GPU. */
const PAGE_MS = 40;
/** A page may last so long where one twice as large costs little more: a single unit may take a GPU longer than PAGE_MS. */
const LONGEST_PAGE_MS = 400;
const LITTLE_MORE = 1.5;
/** Pages grow by this factor at most. */
const GROWTH = 8;
/** Pages that a device has in its queue: while the CPU counts one, the GPU computes the next. */
const IN_FLIGHT = 2;

/**
 * Runs work on one or several devices, in pages that grow until each device is busy. Yields whenever something has been
 * delivered or told since the last time; a slow consumer holds no device up. Ends early, without an error, when the signal aborts:
 * at once, while the pages in flight end behind it.
 *
 * A device that is lost is opened again; where its memory is short, pages are cut.
 *
 * @throws What a link throws otherwise, and DeviceLostError or OutOfMemoryError of a device that does nothing else.
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

  /** One device, through losses and short memory, until all work is delivered. */
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
      /** Milliseconds of a page before the last growth. */
      let before = Infinity;
      /** When the last page came in; or when the next one was begun, if nothing was in flight then. */
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

/** Something that others wait for: each call of `tell` wakes all that wait. */
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
