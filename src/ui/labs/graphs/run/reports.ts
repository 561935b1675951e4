import { useEffect, useState } from "react";
import type { Report } from "#core/flow/build/block-factory.ts";

/** Gets every report; undefined as the report of all blocks when a run begins. */
type Taker = (block: string, report: Report | undefined) => void;
type Listener = (report: Report | undefined) => void;

/** The newest report of each sink. They change too often for a store of the page. */
const newest = new Map<string, Report>();
const listeners = new Map<string, Set<Listener>>();
const takers = new Set<Taker>();

/** A waterfall keeps this many rows. */
const MOST_ROWS = 256;
/** A list of frames keeps this many. */
const MOST_FRAMES = 1000;

/** Takes the reports of some pages. */
export function takeReports(reports: readonly { block: string; report: Report }[]): void {
  for (const { block, report } of reports) {
    for (const take of takers) take(block, report);
    newest.set(block, withEarlier(newest.get(block), report));
    notify(block);
  }
}

/** Forgets all reports, at the beginning of a run. */
export function clearReports(): void {
  const blocks = [...newest.keys()];
  newest.clear();
  blocks.forEach(notify);
  for (const take of takers) take("", undefined);
}

/** Calls back with every report, none left out: for a loudspeaker and for files. Returns a function that ends it. */
export function onReport(take: Taker): () => void {
  takers.add(take);
  return () => void takers.delete(take);
}

const reportOf = (block: string): Report | undefined => newest.get(block);

function notify(block: string): void {
  for (const listen of listeners.get(block) ?? []) listen(newest.get(block));
}

/** Returns a report with what its figure still shows of the ones before. */
function withEarlier(before: Report | undefined, report: Report): Report {
  if (report.kind === "waterfall" && before?.kind === "waterfall") {
    const fits = before.rows[0]?.length === report.rows[0]?.length;
    return { ...report, rows: [...(fits ? before.rows : []), ...report.rows].slice(-MOST_ROWS) };
  }
  if (report.kind === "frames" && before?.kind === "frames") {
    return { ...report, frames: [...before.frames, ...report.frames].slice(-MOST_FRAMES) };
  }
  // Sounds and files take their items as they come: see onReport.
  if (report.kind === "items") return { ...report, items: report.items.slice(0, 0) };
  return report;
}

/** Least time between two drawings of a figure, ms. */
const DRAW_MS = 100;

/** Returns the newest report of a sink if it is of a kind, at most ten times per second, in time with the screen. */
export function useReport<Kind extends Report["kind"]>(
  block: string,
  kind: Kind,
): (Report & { kind: Kind }) | undefined {
  const [report, setReport] = useState(() => reportOf(block));
  useEffect(() => {
    let frame = 0;
    let last = -Infinity;
    const draw = (time: number) => {
      if (time - last < DRAW_MS) frame = requestAnimationFrame(draw);
      else {
        [frame, last] = [0, time];
        setReport(reportOf(block));
      }
    };
    const listen = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const all = listeners.get(block) ?? new Set();
    listeners.set(block, all.add(listen));
    listen();
    return () => {
      cancelAnimationFrame(frame);
      all.delete(listen);
      if (all.size === 0) listeners.delete(block);
    };
  }, [block]);
  return report?.kind === kind ? (report as never) : undefined;
}
