import type { CheckedBlock, CheckedEdge, CheckedGraph } from "./checked-graph.ts";
import { type Fraction, fraction, isLess, sum } from "./fraction.ts";
import { grouped } from "./grouped.ts";

/** A moment of a run, in pages since its start. */
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
  for (const { id, shape } of blocks) {
    const ends = shape?.ends ?? Infinity;
    if (ends < Infinity) end = earlier(instantAfter(ends, firings.get(id) as number), end);
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
  for (const block of blocks) {
    const { id } = block;
    // A connection that closes a cycle has no end yet, and changes none.
    const begin = (inputs.get(id) ?? []).reduce((end, { from }) => later(end, ends.get(from[0]) ?? end), sources);
    const after = firingsAfter(block);
    const end = after > 0 ? sum(zerosBegin(block, begin), instantAfter(after, firings.get(id) as number)) : begin;
    ends.set(id, end);
    last = later(last, end);
  }
  return { sources, blocks: ends, last };
}

/** Whether the GPU decides the number of a block's items. */
const isFollower = ({ part }: CheckedBlock) => part === undefined;

/** Returns the firings of zeros that a block takes after its signal. A follower's fill its last multiple too. */
function firingsAfter(block: CheckedBlock): number {
  const { made } = block;
  if (made?.kind !== "plan" || !made.after) return 0;
  return made.after + (isFollower(block) ? (made.multiple ?? 1) - 1 : 0);
}

/** Returns when a block's zeros begin: for a follower with a page that has no other items. */
const zerosBegin = (block: CheckedBlock, end: Instant) =>
  isFollower(block) ? fraction((end.over + end.under - 1n) / end.under, 1n) : end;

/** Returns the firings of zeros that a follower takes in a page. */
export function zeroFirings(
  ends: Ends | undefined,
  block: CheckedBlock,
  { from }: CheckedEdge,
  { page, firings }: { page: number; firings: number },
): number {
  const end = ends?.blocks.get(from[0]);
  if (!end || firingsAfter(block) === 0 || itemsBefore(zerosBegin(block, end), page, 1) > 0) return 0;
  return itemsBefore(ends?.blocks.get(block.id), page, firings);
}

/** Returns the number of pages that end before the sources do. */
export const wholePages = (ends: Ends | undefined) =>
  ends ? Number(ends.sources.over / ends.sources.under) : Infinity;

/** Whether a page has no items anymore. */
export const isOver = (ends: Ends | undefined, page: number) =>
  ends !== undefined && itemsBefore(ends.last, page, 1) === 0;
