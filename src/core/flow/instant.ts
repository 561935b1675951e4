import type { CheckedGraph } from "./checked-graph.ts";
import { type Fraction, fraction, isLess, sum } from "./fraction.ts";
import { grouped } from "./grouped.ts";
import { shapeOf } from "./shape.ts";

/** A moment of a run, in pages since its begin. */
export type Instant = Fraction;

/** Returns the moment after a number of items, for pages of `length` items. */
export const instantAfter = (items: number, length: number): Instant => fraction(BigInt(items), BigInt(length));

export const earlier = (a: Instant, b: Instant | undefined) => (b && isLess(b, a) ? b : a);

const later = (a: Instant, b: Instant) => (isLess(a, b) ? b : a);

/** Returns how many of a page's `length` items begin before the end. */
export function itemsBefore(end: Instant | undefined, page: number, length: number): number {
  if (!end) return length;
  const items = (end.over - BigInt(page) * end.under) * BigInt(length);
  if (items <= 0n) return 0;
  return Math.min(length, Number((items + end.under - 1n) / end.under));
}

/** Returns the moment at which a block's own signal ends, if it does. */
export function ownEnd({ blocks }: CheckedGraph, firings: ReadonlyMap<string, number>): Instant | undefined {
  let end: Instant | undefined;
  for (const { id, made, ports } of blocks) {
    const ends = made && shapeOf(made, ports).ends;
    if (ends !== undefined && ends < Infinity) end = earlier(instantAfter(ends, firings.get(id) as number), end);
  }
  return end;
}

/** The ends of a run. */
export interface Ends {
  /** End of the sources. */
  sources: Instant;
  /** End of each block's signal, with the zeros that it takes after the sources. */
  blocks: ReadonlyMap<string, Instant>;
  /** End of the last block. */
  last: Instant;
}

/** Returns the ends of all blocks of a graph whose sources end at a moment. */
export function endsAfter(
  sources: Instant,
  { blocks, edges }: CheckedGraph,
  firings: ReadonlyMap<string, number>,
): Ends {
  const inputs = grouped(edges, ({ to }) => to[0]);
  const ends = new Map<string, Instant>();
  let last = sources;
  for (const { id, made } of blocks) {
    // A connection that closes a cycle has no end yet, and changes none.
    const begin = (inputs.get(id) ?? []).reduce((end, { from }) => later(end, ends.get(from[0]) ?? end), sources);
    const after = made?.kind === "plan" ? (made.after ?? 0) : 0;
    const end = after > 0 ? sum(begin, instantAfter(after, firings.get(id) as number)) : begin;
    ends.set(id, end);
    last = later(last, end);
  }
  return { sources, blocks: ends, last };
}

/** Whether a page has no items anymore. */
export const isOver = (ends: Ends | undefined, page: number) =>
  ends !== undefined && itemsBefore(ends.last, page, 1) === 0;
