import type { CheckedBlock, CheckedEdge, CheckedGraph } from "./checked-graph.ts";
import { type Fraction, fraction, isLess, sum } from "./fraction.ts";
import { grouped } from "./grouped.ts";
import { lookUp } from "./look-up.ts";

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

/** The first end of the sources of each connected component of a graph that has an end. */
export type SourceEnds = ReadonlyMap<number, Instant>;

/** Returns the ends that blocks have of themselves. */
export function ownEnds({ blocks }: CheckedGraph, firings: ReadonlyMap<string, number>): SourceEnds {
  const found = new Map<number, Instant>();
  for (const { id, shape, component } of blocks) {
    const ends = shape?.ends ?? Infinity;
    if (ends === Infinity) continue;
    found.set(component, earlier(instantAfter(ends, lookUp(firings, id)), found.get(component)));
  }
  return found;
}

/** The ends of a run, as far as they are known. */
export interface Ends {
  /** By connected component: the end of its sources, and of its last block. */
  components: ReadonlyMap<number, { sources: Instant; last: Instant }>;
  /** End of each block's signal, with the zeros that it takes after the sources. */
  blocks: ReadonlyMap<string, Instant>;
  /** Whether all components end. */
  isWhole: boolean;
}

/** Returns the ends of all blocks of a graph whose sources end at these moments. */
export function endsAfter(
  sources: SourceEnds,
  { blocks, edges }: CheckedGraph,
  firings: ReadonlyMap<string, number>,
): Ends {
  const inputs = grouped(edges, ({ to }) => to[0]);
  /** Ends of the signals without zeros, and with them. */
  const known = new Map<string, { signal: Instant; end: Instant }>();
  const components = new Map<number, { sources: Instant; last: Instant }>();
  for (const block of blocks) {
    const { id, component } = block;
    const first = sources.get(component);
    if (!first) continue;
    // A connection that closes a cycle has no end yet, and changes none.
    const given = (inputs.get(id) ?? []).flatMap(({ from }) => known.get(from[0]) ?? []);
    const signal = takenUntil(
      block,
      given.reduce((end, one) => earlier(one.signal, end), first),
      firings,
    );
    // Zeros of an input continue while another input has ended.
    const extended = given.filter((one) => isLess(one.signal, one.end)).map(({ end }) => end);
    const begin = extended.length > 0 ? takenUntil(block, extended.reduce(later), firings) : signal;
    const after = firingsAfter(block);
    const end = after > 0 ? sum(zerosBegin(block, begin), instantAfter(after, lookUp(firings, id))) : begin;
    known.set(id, { signal, end });
    components.set(component, { sources: first, last: later(end, components.get(component)?.last ?? first) });
  }
  return {
    components,
    blocks: new Map([...known].map(([id, { end }]) => [id, end])),
    isWhole: blocks.every(({ component }) => components.has(component)),
  };
}

/** Whether the GPU decides the number of a block's items. */
const isFollower = ({ part }: CheckedBlock) => part === undefined;

/**
 * Returns the moment after the last items that a block takes of signals that end: of whole firings. The last outputs of a
 * filter need no later items, so it takes all that are there. Where the GPU decides the number of outputs, none is made of
 * the zeros in a last firing.
 */
function takenUntil(block: CheckedBlock, end: Instant, firings: ReadonlyMap<string, number>): Instant {
  const { id, instance, shape } = block;
  if (!shape || isFollower(block) || instance?.kind === "source" || instance?.kind === "sink") return end;
  const isCounted = Object.values(shape.produces).some((items) => typeof items === "object");
  const inPage = BigInt(lookUp(firings, id));
  const counts = Object.values(shape.consumes).map((consumed) => {
    const unit = BigInt(consumed);
    const items = (end.over * inPage * unit + end.under - 1n) / end.under;
    return instance?.kind === "chain" || isCounted ? fraction(items, unit) : fraction(items / unit, 1n);
  });
  if (counts.length === 0) return end;
  const { over, under } = counts.reduce(earlier);
  return fraction(over, under * inPage);
}

/** Returns the firings of zeros that a block takes after its signal. A follower's fill its last multiple too. */
function firingsAfter(block: CheckedBlock): number {
  const { instance } = block;
  if (instance?.kind !== "plan" || !instance.after) return 0;
  return instance.after + (isFollower(block) ? (instance.multiple ?? 1) - 1 : 0);
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

/** Returns the number of pages from one on that are prepared alike: with all items, or none, of each component. */
export function pagesAlike(ends: Ends | undefined, page: number): number {
  let most = Infinity;
  for (const { sources, last } of ends?.components.values() ?? []) {
    const whole = Number(sources.over / sources.under) - page;
    if (whole > 0) most = Math.min(most, whole);
    else if (itemsBefore(last, page, 1) > 0) return 1;
  }
  return most;
}

/** Whether a component has no items anymore in a page. */
export function isComponentOver(ends: Ends | undefined, page: number, component: number): boolean {
  const ending = ends?.components.get(component);
  return ending !== undefined && itemsBefore(ending.last, page, 1) === 0;
}

/** Whether a page has no items anymore. */
export function isOver(ends: Ends | undefined, page: number): boolean {
  return ends?.isWhole === true && [...ends.components.keys()].every((one) => isComponentOver(ends, page, one));
}

/** Returns the end of the sources that end last, if all end. */
export const lastSource = (ends: Ends | undefined): Instant | undefined =>
  ends?.isWhole ? [...ends.components.values()].map(({ sources }) => sources).reduce(later) : undefined;
