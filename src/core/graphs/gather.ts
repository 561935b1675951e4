import type { Report } from "../flow/build/block-factory.ts";
import type { GraphStep } from "../flow/run/run-graph.ts";
import type { Gate } from "./gate.ts";
import { createSleeper } from "./sleeper.ts";

/** What several pages of a run bring, for a reader that looks some 30 times per second. */
export interface RecentReports {
  /** Pages and items since the beginning. The items of the busiest connection count. */
  pages: number;
  items: number;
  /** Items per second of the pages gathered here, without pauses; 0 if no time has passed. */
  itemsPerSecond: number;
  /** Mean time from the beginning of a page to its reports, ms. */
  latencyMs: number;
  /** One report per sink: the newest, or all of them joined where each counts. */
  reports: { block: string; report: Report }[];
  /** Items that each sink has dropped since the beginning. */
  dropped: Readonly<Record<string, number>>;
  /** Mean time of each kernel, ms, with the blocks in it. */
  times: { blocks: readonly string[]; ms: number }[];
  isPaused: boolean;
  isLast: boolean;
}

/** Least time between two answers, ms. */
const LOOK_MS = 33;

/** The run waits while reports of this size have not been fetched, bytes. */
const MOST_BYTES = 64 * 2 ** 20;

/** Rows of a waterfall that are kept until the reader looks. */
const MOST_ROWS = 512;

/**
 * A run at the rate of its signals may be a page ahead, within these limits, ms. It is enough for a sound without gaps:
 * the player waits for a page and a half at first. More would only delay what a slider changes.
 */
const AHEAD_MS = { least: 60, most: 300 };

/** A run that is late by more than this, ms, does not catch up: the player has gone silent by then. */
const MOST_LATE_MS = 500;

interface GatherOptions {
  gate: Gate;
  signal: AbortSignal;
  /** Items per second of the busiest connection. The run keeps to it. Undefined: as fast as possible. */
  hz?: number;
}

/**
 * Runs a graph without waiting for the reader: pages continue while an answer is in flight. Only when the reports
 * become large, the run waits.
 */
export async function* gather(
  steps: AsyncGenerator<GraphStep, void>,
  { gate, signal, hz }: GatherOptions,
): AsyncGenerator<RecentReports> {
  const sleeper = createSleeper(signal);
  const state = { pages: 0, items: 0, ended: false, error: undefined as unknown };
  const dropped: Record<string, number> = {};
  let part = newPart();
  let wakeReader = () => {};
  let wakePump = () => {};

  async function pump(): Promise<void> {
    let clock = { begun: performance.now(), items: 0 };
    for (;;) {
      if (gate.isPaused) {
        part.isPaused = true;
        wakeReader();
        await gate.pass(sleeper);
        // A pause is no time of the signal.
        clock = { begun: performance.now(), items: state.items };
      } else await gate.pass(sleeper);
      if (signal.aborted) return;
      const before = performance.now();
      const { value: step, done } = await steps.next();
      if (done) return;
      state.pages++;
      state.items += step.items;
      for (const { block, items } of step.dropped) dropped[block] = (dropped[block] ?? 0) + items;
      add(part, step, performance.now() - before);
      wakeReader();
      if (hz !== undefined) {
        const ahead = Math.min(AHEAD_MS.most, Math.max(AHEAD_MS.least, (1000 * step.items) / hz));
        const dueAfter = () => clock.begun + (1000 * (state.items - clock.items)) / hz - ahead;
        // The kernels are built before the first page: that is no time of the signal.
        const isLate = state.pages === 1 || performance.now() - dueAfter() > MOST_LATE_MS;
        if (isLate) clock = { begun: performance.now(), items: state.items - step.items };
        await sleeper.sleep(dueAfter() - performance.now());
      }
      while (part.bytes > MOST_BYTES && !signal.aborted) await sleeper.until((wake) => (wakePump = wake));
    }
  }

  const running = pump()
    .catch((error: unknown) => (state.error = error))
    .finally(() => {
      state.ended = true;
      wakeReader();
    });
  try {
    for (;;) {
      if (part.pages === 0 && !part.isPaused && !state.ended) await sleeper.until((wake) => (wakeReader = wake));
      const full = part;
      part = newPart();
      wakePump();
      if (full.pages > 0 || full.isPaused) yield answer(full);
      // After a stop, waits return at once: the loop would keep the thread from the page in progress.
      if (signal.aborted || (state.ended && part.pages === 0)) break;
      await sleeper.sleep(LOOK_MS);
    }
    if (state.error !== undefined) throw state.error;
  } finally {
    gate.open();
    await steps.return(undefined);
    await running;
  }

  function answer({ reports, times, ms, latency, pages, items, isPaused, isLast }: Part): RecentReports {
    return {
      pages: state.pages,
      items: state.items,
      itemsPerSecond: ms > 0 ? (1000 * items) / ms : 0,
      latencyMs: pages > 0 ? latency / pages : 0,
      reports: [...reports].map(([block, report]) => ({ block, report })),
      dropped: { ...dropped },
      times: [...times.values()].map(({ blocks, sum, count }) => ({ blocks, ms: sum / count })),
      isPaused,
      isLast,
    };
  }
}

/** Returns an empty collection of what some pages bring. */
const newPart = () => ({
  reports: new Map<string, Report>(),
  times: new Map<string, { blocks: readonly string[]; sum: number; count: number }>(),
  bytes: 0,
  pages: 0,
  items: 0,
  /** Time for these pages, and the sum of their latencies, ms. */
  ms: 0,
  latency: 0,
  isPaused: false,
  isLast: false,
});

type Part = ReturnType<typeof newPart>;

function add(part: Part, { items, reports, times, wallMs, isLast }: GraphStep, ms: number): void {
  part.pages++;
  part.items += items;
  part.ms += ms;
  part.latency += wallMs;
  part.isLast ||= isLast;
  for (const { block, report } of reports) part.reports.set(block, joined(part.reports.get(block), report));
  for (const { blocks, ms } of times ?? []) {
    const key = blocks.join();
    const { sum, count } = part.times.get(key) ?? { sum: 0, count: 0 };
    part.times.set(key, { blocks, sum: sum + ms, count: count + 1 });
  }
  part.bytes = [...part.reports.values()].reduce((sum, report) => sum + bytesOf(report), 0);
}

/** Returns the newer report; together with the older one where each item counts. */
export function joined(before: Report | undefined, report: Report): Report {
  if (before?.kind !== report.kind) return report;
  if (report.kind === "waterfall" && before.kind === "waterfall") {
    return { ...report, rows: [...before.rows, ...report.rows].slice(-MOST_ROWS) };
  }
  if (report.kind === "frames" && before.kind === "frames") {
    return { ...report, frames: [...before.frames, ...report.frames] };
  }
  if (report.kind === "audio" && before.kind === "audio") {
    return { ...report, samples: appended(before.samples, report.samples) };
  }
  if (report.kind === "items" && before.kind === "items") {
    return { ...report, items: appended(before.items, report.items), tags: [...before.tags, ...report.tags] };
  }
  return report;
}

/** Returns the numbers of two arrays of one type. */
function appended<Numbers extends ArrayLike<number> & { set(numbers: ArrayLike<number>, at?: number): void }>(
  a: Numbers,
  b: Numbers,
): Numbers {
  const both = new (b.constructor as new (length: number) => Numbers)(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function bytesOf(report: Report): number {
  if (report.kind === "audio") return report.samples.byteLength;
  if (report.kind === "items") return report.items.byteLength;
  if (report.kind === "frames") return report.frames.reduce((sum, { bytes }) => sum + bytes.length + 100, 0);
  return 0;
}
