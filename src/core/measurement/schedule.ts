import { compileAhead } from "../gpu/compile-ahead.ts";
import type { Gpu } from "../gpu/device.ts";
import { OutOfMemoryError } from "../gpu/errors.ts";
import { type GpuHost, MOST_FAILURES, type Recovery, recoveryOf } from "../gpu/host.ts";
import { lockOf } from "../gpu/lock.ts";
import { pausePolling } from "../gpu/polling.ts";
import { gently } from "../gpu/gently.ts";
import type { LedgerPoint } from "./ledger.ts";
import type { UnitCounter, PartialCounts } from "./measurement.ts";
import type { UnitCounts } from "./unit-counts.ts";

/** Consecutive units of one point. */
export interface Task {
  db: number;
  first: number;
  count: number;
}

/** The lanes' view of the work. */
export interface Work {
  /**
   * Returns the next units to run, at most `most`; undefined while there are none. The caller must deliver them, merge
   * their counts, or give them back.
   *
   * @param aligned See Claims.next.
   */
  next(most: number, aligned?: boolean): Task | undefined;
  /** Returns the number of units that no lane has taken, of the points known so far. */
  left(): number;
  /** Records partial results of a task before it is delivered. */
  tell(task: Task, part: PartialCounts): void;
  /**
   * Takes a task's counts.
   *
   * @param page What the device computed for them.
   */
  deliver(task: Task, counts: UnitCounts, page: BatchTime): void;
  /** Takes a task's counts as blocks of a ledger. */
  merge(task: Task, point: LedgerPoint): void;
  giveBack(task: Task): void;
  /** True if a task's counts are still needed. The stop rule may end its point. */
  wanted(task: Task): boolean;
  /** True if all tasks have been delivered. */
  done(): boolean;
}

/** A page that a device has computed. */
export interface BatchTime {
  /** Its size, which may exceed the units of its task. */
  units: number;
  /** Time that it kept the device busy, ms. */
  ms: number;
}

/** How a device computes: links for pages of units. */
export interface Batches {
  /** Units of the first page, which measures the device's speed. */
  trial: number;
  /** Returns the largest page on this device, in units. */
  most(gpu: Gpu): number;
  /** Returns the largest page size up to `page` that divides the work, because a link computes full pages. */
  even(page: number): number;
  /** Opens a link. Also called with a stand-in for the device, to learn its kernels: see compileAhead. */
  open(gpu: Gpu, page: number): Promise<UnitCounter>;
}

/** Takes work, and delivers it, until it is done or the signal aborts. A device or a process is one lane. */
export type Lane = (turn: Turn) => Promise<void>;

/** The scheduler's functions for a lane. */
export interface Turn {
  work: Work;
  /** Aborts when no further work is wanted. */
  signal: AbortSignal;
  /** Reports that there are new results. */
  news(): void;
  /** Wakes the lanes that wait for work. */
  wake(): void;
  /** Resolves when there may be new work. */
  change(): Promise<void>;
}

/** A lane's worker ended, hung or lost its device. Other lanes can do its work. */
export class WorkerLostError extends Error {
  override readonly name = "WorkerLostError";
}

export interface BatchOptions {
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
/** Largest growth factor of a page. Each growth opens a link, while the device computes smaller pages. */
const GROWTH = 64;
/** Pages in a device's queue: the GPU computes the next page while the CPU counts one. */
const LEAST_IN_FLIGHT = 2;
const MOST_IN_FLIGHT = 8;
/** Work that a device's queue holds where two pages are shorter, ms: this thread may notice their end so late. */
const QUEUE_MS = 10;
/** The same while a link is opened: the allocation of one large buffer may take 25 ms, in which this thread does nothing else. */
const OPENING_QUEUE_MS = 40;
/** Pages that are to grow by more than this are mostly overhead: many of them would only delay the link for larger ones. */
const MUCH_LARGER = 16;

/** Shortest time between two steps, ms: a person reads no faster, and the devices would wait while a step is made. */
const STEP_MS = 100;

/**
 * Runs work on one or several lanes. Yields when there are new results since the last time, but at most once in
 * `stepMs`, and at the end; a slow consumer blocks no lane. When the signal aborts it yields new results and ends at once
 * without an error; pages in flight end later.
 *
 * @throws The first error of a lane. The error of a lane that lost its worker permanently only counts if no other lane remains.
 */
export async function* schedule(
  lanes: readonly Lane[],
  work: Work,
  { signal, stepMs = STEP_MS }: { signal?: AbortSignal; stepMs?: number } = {},
): AsyncGenerator<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const change = createChange();
  stopping.signal.addEventListener("abort", change.tell);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  let failure: { error: unknown } | undefined;
  let news = false;
  let open = lanes.length;
  /** When the last step was yielded. */
  let stepped = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn: Turn = {
    work,
    signal: stopping.signal,
    news() {
      news = true;
      change.tell();
    },
    wake: change.tell,
    change: change.next,
  };
  const tick = () => {
    timer = undefined;
    change.tell();
  };
  for (const lane of lanes) {
    void lane(turn)
      .catch((error: unknown) => {
        if (error instanceof WorkerLostError && open > 1) return;
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
      if (stopping.signal.aborted) {
        if (news) yield;
        return;
      }
      const due = stepped + stepMs - performance.now();
      if (news && (open === 0 || due <= 0)) {
        news = false;
        stepped = performance.now();
        yield;
      } else if (open === 0) {
        return;
      } else {
        if (news && due < Infinity) timer ??= setTimeout(tick, due);
        await change.next();
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    stop();
  }
}

/** Begins to compile the kernels of a device's first batch, and returns its size: at most `most` units. */
export async function compileBatch(gpu: Gpu, batches: Batches, most = batches.most(gpu)): Promise<number> {
  const size = batches.even(Math.min(batches.trial, Math.max(1, most)));
  await compileAhead(gpu.device, (device) => batches.open({ ...gpu, device }, size)).catch(() => {});
  return size;
}

/**
 * Returns a lane that computes on a device of this process, in pages that grow until the device is busy.
 *
 * It opens a lost device again, and makes pages smaller if memory is short.
 *
 * @throws Other errors of a link; DeviceLostError or OutOfMemoryError of a device that fails repeatedly.
 */
export function deviceLane(
  host: GpuHost,
  pages: Batches,
  { page = Infinity, onRecovery = () => {} }: BatchOptions = {},
): Lane {
  return async ({ work, signal, news, wake, change }) => {
    let largest = page;
    let failures = 0;
    while (!signal.aborted && !work.done()) {
      const gpu = await host.get();
      // Pages last long enough to notice their end a millisecond late.
      const resume = pausePolling();
      try {
        await lockOf(gpu.device).share(() => pump(gpu));
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        const held = Math.min(largest, pages.most(gpu));
        const recovery = await recoveryOf(error, gpu, held);
        if (!recovery || ++failures > MOST_FAILURES) throw error;
        if (recovery.kind === "out of memory") largest = Math.max(1, Math.floor(held / 2));
        onRecovery(recovery);
      } finally {
        resume();
      }
    }

    async function pump(gpu: Gpu): Promise<void> {
      let most = Math.max(1, Math.min(largest, pages.most(gpu)));
      // The kernels compile while the link is opened. If it cannot be opened, that fails below.
      let size = await compileBatch(gpu, pages, most);
      let link = await pages.open(gpu, size);
      const flight: Flight[] = [];
      /** Pages before the last growth. */
      let before: BatchTime | undefined;
      /** When the last page was finished, or when the next one was begun if none was in flight. */
      let last = performance.now();
      let growth: Growth | undefined;
      /** Number and duration of the link's pages whose time is known. */
      let timed = { pages: 0, ms: 0 };
      try {
        for (;;) {
          if (growth?.outcome) take(growth.outcome);
          const room = growth ? pagesInFlight(growth.ms, growth.queueMs) : pagesInFlight(timed.ms / timed.pages);
          while (!signal.aborted && flight.length < room) {
            const task = work.next(size);
            if (!task) break;
            if (flight.length === 0) last = performance.now();
            const { db, first, count } = task;
            const counts = link.run(db, first, count, { signal, tell: told(task) });
            flight.push({ task, counts, link, units: size, ms: growth?.ms });
          }
          const head = flight[0];
          if (!head) {
            if (signal.aborted || work.done()) return;
            await change();
            continue;
          }
          const counts = await head.counts;
          if (signal.aborted || !counts) return;
          flight.shift();
          const now = performance.now();
          const { units, ms = now - last } = head;
          if (head.link === link && head.ms === undefined) timed = { pages: timed.pages + 1, ms: timed.ms + ms };
          last = now;
          failures = 0;
          work.deliver(head.task, counts, { units, ms });
          news();
          if (head.link !== link && !flight.some((other) => other.link === head.link)) head.link.destroy();
          // Without units left, a larger page would come too late.
          if (!growth && size < most && head.task.count === size && work.left() > 0) growth = growthAfter(ms);
          // Opening a link keeps this thread busy, so it notices late when pages end.
          if (growth) for (const page of flight) page.ms = growth.ms;
        }
      } finally {
        const links = new Set([link, ...flight.map((page) => page.link)]);
        for (const { task, counts } of flight) {
          work.giveBack(task);
          await counts.catch(() => {});
        }
        await growth?.opening;
        if (growth?.outcome && "link" in growth.outcome) links.add(growth.outcome.link);
        for (const one of links) one.destroy();
        wake();
      }

      function told(task: Task) {
        return (part: PartialCounts) => {
          if (signal.aborted) return;
          work.tell(task, part);
          news();
        };
      }

      /** Begins to open a link for larger pages, if a page of this duration leaves the device idle. */
      function growthAfter(ms: number): Growth | undefined {
        const factor = growthFactor({ units: size, ms }, before);
        if (factor === 1) return undefined;
        const larger = pages.even(Math.min(most, Math.floor(factor * size)));
        if (larger <= size) {
          most = size;
          return undefined;
        }
        const next: Growth = {
          ms,
          // The first page takes longer than later ones: the device has to start.
          queueMs: before && larger <= MUCH_LARGER * size ? OPENING_QUEUE_MS : 0,
          // The pages in flight would end meanwhile, and the device would wait. So they are submitted first.
          opening: Promise.resolve()
            .then(() => gently(() => pages.open(gpu, larger)))
            .then(
              (opened) => void (next.outcome = { link: opened, size: larger }),
              (error: unknown) => void (next.outcome = { error, size: larger }),
            ),
        };
        return next;
      }

      /** Uses a larger link from now on, or keeps this one if memory is short. */
      function take(outcome: NonNullable<Growth["outcome"]>): void {
        const { ms = 0 } = growth ?? {};
        growth = undefined;
        if ("error" in outcome) {
          if (!(outcome.error instanceof OutOfMemoryError)) throw outcome.error;
          most = Math.max(size, Math.floor(outcome.size / 2));
          return;
        }
        if (!flight.some((page) => page.link === link)) link.destroy();
        before = { units: size, ms };
        timed = { pages: 0, ms: 0 };
        ({ link, size } = outcome);
      }
    }
  };
}

/** Returns the number of pages of this duration in a device's queue. `ms` is NaN while it is not known. */
const pagesInFlight = (ms: number, queueMs = QUEUE_MS): number =>
  Math.max(LEAST_IN_FLIGHT, Math.min(Math.ceil(queueMs / ms) || 0, MOST_IN_FLIGHT));

/**
 * Returns how many times as large the next pages should be; 1 if these keep the device busy.
 *
 * @param before Smaller pages.
 */
function growthFactor({ units, ms }: BatchTime, before: BatchTime = { units: 0, ms: Infinity }): number {
  if (ms >= PAGE_MS / 2) return ms < LONGEST_PAGE_MS / 2 && ms < LITTLE_MORE * before.ms ? 2 : 1;
  // Each page has a part that does not depend on its size. The line through both durations gives the time per unit.
  const perUnit = before.units === 0 ? ms / units : Math.max(0, (ms - before.ms) / (units - before.units));
  const wanted = (units + (PAGE_MS - ms) / perUnit) / units;
  return Math.max(2, Math.min(wanted, GROWTH, LONGEST_PAGE_MS / 2 / ms));
}

/** A page in progress. */
interface Flight {
  task: Task;
  counts: Promise<UnitCounts | undefined>;
  link: UnitCounter;
  /** Units of the page. */
  units: number;
  /** Its duration, if it cannot be measured. */
  ms?: number;
}

/** A link for larger pages that is being opened. */
interface Growth {
  /** Duration of the pages before it, ms. */
  ms: number;
  /** Work that the device's queue holds until then, ms. */
  queueMs: number;
  /** Resolves when there is an outcome. */
  opening: Promise<void>;
  outcome?: { size: number } & ({ link: UnitCounter } | { error: unknown });
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
