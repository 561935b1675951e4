import { type ViewColumns, createOverview, type Overview } from "./overview.ts";

/** An overview of a part of a recording, in finer cells than the recording's own overview has. */
export interface FinePart {
  /** The recording's sample at which it begins. */
  start: number;
  of: Overview;
}

/** Smallest cell, samples. */
const LEAST_CELL = 512;

const spanOf = ({ count, columns }: ViewColumns) => count / columns;

/** Whether the cells of an overview are no wider than a column. */
export const isFine = ({ cell }: Pick<Overview, "cell">, view: ViewColumns): boolean =>
  cell <= Math.max(LEAST_CELL, spanOf(view));

/** Returns the columns [from, to) of a view that lie within the complete cells of a part. */
export function columnsOf({ start, of }: FinePart, view: ViewColumns): readonly [from: number, to: number] {
  const end = start + Math.min(of.samples, of.done * of.cell);
  const span = spanOf(view);
  const from = Math.max(0, Math.ceil((start - view.start) / span));
  const to = Math.min(view.columns, Math.floor((end - view.start) / span));
  return [from, Math.max(from, to)];
}

/**
 * Returns an empty part for what a view lacks: its columns are narrower than the overview's cells, and no other part has them in
 * finer cells. Undefined if it lacks nothing.
 */
export function missingPart(view: ViewColumns, overview: Overview, parts: readonly FinePart[]): FinePart | undefined {
  if (isFine(overview, view)) return undefined;
  const has = new Uint8Array(view.columns);
  for (const part of parts) if (isFine(part.of, view)) has.fill(1, ...columnsOf(part, view));
  const [first, last] = [has.indexOf(0), has.lastIndexOf(0)];
  if (first < 0) return undefined;
  const span = spanOf(view);
  const start = Math.floor(view.start + first * span);
  const end = Math.min(overview.samples, Math.ceil(view.start + (last + 1) * span));
  // Two cells per column, so that a column shows little of its neighbours.
  const cell = Math.max(LEAST_CELL, 2 ** Math.floor(Math.log2(span / 2)));
  return { start, of: createOverview({ samples: end - start }, overview.channel, cell) };
}
