import { grouped } from "../graph/grouped.ts";
import { blocksBefore, MOST_BUFFERS } from "./before-filters.ts";
import { type Edge, named } from "../graph/connect.ts";
import { type Arrow, forwards, onCycles } from "../graph/cycles.ts";
import type { Access } from "./joined-page.ts";

/** A block of one sample. */
export interface Fusible {
  id: string;
  /** Blocks with equal texts process the same number of elements. */
  size: string;
  /** Whether it only hands its input on, which takes no kernel. */
  isCopy?: boolean;
  /** Whether it depends on the place in the signal, as an oscillator does. */
  isIndexed?: boolean;
  /** Whether an output takes many operations. */
  isCostly?: boolean;
}

/** A filter whose kernel can compute blocks of one sample before it, behind it, or both. */
export interface FusibleFilter {
  id: string;
  /** Of its input, as for blocks. */
  size: string;
  /** How it reads its input, if it can compute what is before it. */
  load?: Access;
  /** How it writes its output, if it can compute what is behind it. */
  store?: Pick<Access, "buffers">;
}

/**
 * Returns the groups of blocks that become one kernel each, in the order of their work. A group has connected blocks with
 * the same number of elements; or a filter, such blocks before it that nothing else reads, and such blocks behind it. Each
 * kernel can run before or after every other one, and within the limit of buffers.
 *
 * @param arrows What has to run before what, between all blocks of the graph.
 */
export function fuse(
  fusible: readonly Fusible[],
  filters: readonly FusibleFilter[],
  edges: readonly Pick<Edge, "from" | "to">[],
  arrows: readonly Arrow[],
): string[][] {
  const cyclic = onCycles(arrows);
  const isOpen = ({ id }: { id: string }) => !cyclic.has(id);
  const blocks = new Map(fusible.filter(isOpen).map((block) => [block.id, block]));
  const open = filters.filter(isOpen);
  const groups = createGroups(edges, arrows);
  const before = blocksBefore(open, { fusible: blocks, edges });
  for (const [filter, members] of before) for (const id of members) groups.join(id, filter);
  const claimed = new Set([...before.values()].flat());
  const candidates = edges.filter(({ from: [from], to: [to] }) => {
    const size = claimed.has(from) || claimed.has(to) ? undefined : blocks.get(from)?.size;
    return size !== undefined && size === blocks.get(to)?.size;
  });
  for (let changes = true; changes;) {
    changes = false;
    for (const { from, to } of candidates) if (groups.merge(from[0], to[0])) changes = true;
  }
  const readers = grouped(edges, ({ from }) => from[0]);
  for (const { id, store } of open) {
    const ids = (readers.get(id) ?? []).map(({ to }) => to[0]);
    const [behind, ...others] = new Set(ids.map(groups.of));
    if (!store || behind === undefined || others.length > 0) continue;
    const members = [...blocks.values()].filter((block) => groups.of(block.id) === behind);
    // Another filter may compute them, and a copy alone takes no kernel.
    if (members.some((block) => claimed.has(block.id)) || members.every(({ isCopy }) => isCopy)) continue;
    if (!groups.gives(behind) || !groups.merge(id, behind, store.buffers)) continue;
    for (const block of members) claimed.add(block.id);
  }
  const order = forwards(
    [...fusible, ...filters].map(({ id }) => id),
    arrows,
  );
  return [...grouped(order, groups.of).values()].filter(({ length }) => length > 1);
}

/** What a group exchanges with the others. */
interface Group {
  /** Groups that run before it and after it. */
  before: Set<string>;
  after: Set<string>;
  /** Signals from outside with the number of their readers inside, and signals of its own with their readers outside. */
  enters: Map<string, number>;
  leaves: Map<string, number>;
}

/** Groups of blocks, at first one for each block. A group has the name of one of its blocks. */
function createGroups(edges: readonly Pick<Edge, "from" | "to">[], arrows: readonly Arrow[]) {
  const groups = new Map<string, Group>();
  /** For a block that joined a group: a block that did so later, or that names the group. */
  const joined = new Map<string, string>();
  const groupOf = (name: string): Group => {
    const known = groups.get(name);
    if (known) return known;
    const fresh = { before: new Set<string>(), after: new Set<string>(), enters: new Map(), leaves: new Map() };
    groups.set(name, fresh);
    return fresh;
  };
  const more = (counts: Map<string, number>, signal: string) => counts.set(signal, (counts.get(signal) ?? 0) + 1);
  for (const { from, to } of edges) {
    if (from[0] === to[0]) continue;
    more(groupOf(from[0]).leaves, named(from));
    more(groupOf(to[0]).enters, named(from));
  }
  for (const [from, to] of arrows) {
    groupOf(from).after.add(to);
    groupOf(to).before.add(from);
  }
  const of = (id: string): string => {
    let name = id;
    for (let next = joined.get(name); next !== undefined; next = joined.get(name)) {
      const further = joined.get(next);
      // Shortens the way for the next search.
      if (further !== undefined) joined.set(name, further);
      name = next;
    }
    return name;
  };
  /** Joins the groups of two blocks. */
  const join = (from: string, to: string) => {
    const [first, second] = [of(from), of(to)];
    const [a, b] = [groupOf(first), groupOf(second)];
    const { enters, leaves } = exchange(a, b);
    const [name, other, gone] =
      a.before.size + a.after.size < b.before.size + b.after.size ? [second, first, a] : [first, second, b];
    const whole = groupOf(name);
    for (const [side, opposite] of [
      ["before", "after"],
      ["after", "before"],
    ] as const) {
      for (const neighbour of gone[side]) {
        const theirs = groupOf(neighbour)[opposite];
        theirs.delete(other);
        if (neighbour === name) continue;
        theirs.add(name);
        whole[side].add(neighbour);
      }
    }
    groups.set(name, { ...whole, enters, leaves });
    groups.delete(other);
    joined.set(other, name);
  };
  return {
    of,
    /** Whether other groups read a signal of a block's group. */
    gives: (id: string) => groupOf(of(id)).leaves.size > 0,
    join,
    /**
     * Joins the groups of two connected blocks if one kernel can compute them. Returns whether it did.
     *
     * @param buffers Those that the kernel binds besides its signals.
     */
    merge(from: string, to: string, buffers = 0): boolean {
      const [first, second] = [of(from), of(to)];
      if (first === second) return false;
      const { enters, leaves, twice } = exchange(groupOf(first), groupOf(second));
      // The steps before and behind a filter bind a signal that enters both twice.
      const all = enters.size + leaves.size + (buffers > 0 ? buffers + twice : 0);
      if (all > MOST_BUFFERS || isAround(groups, first, second)) return false;
      join(from, to);
      return true;
    },
  };
}

/** Returns what enters and leaves two groups as one, and how many signals enter both. */
function exchange(a: Group, b: Group) {
  const enters = without(added(a.enters, b.enters), [a.leaves, b.leaves]);
  const leaves = without(added(a.leaves, b.leaves), [a.enters, b.enters]);
  return { enters, leaves, twice: [...a.enters.keys()].filter((signal) => b.enters.has(signal)).length };
}

function added(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(a);
  for (const [signal, count] of b) sums.set(signal, (sums.get(signal) ?? 0) + count);
  return sums;
}

/** Returns the counts without the readers that a merge brings to the side of their signal. */
function without(counts: Map<string, number>, sides: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  for (const side of sides) {
    for (const [signal, count] of side) {
      const rest = (counts.get(signal) ?? 0) - count;
      if (rest > 0) counts.set(signal, rest);
      else counts.delete(signal);
    }
  }
  return counts;
}

/**
 * Returns whether work of other groups lies between two groups, the first before the second. It searches from both at
 * once, because most blocks have few neighbours on one side.
 */
function isAround(groups: ReadonlyMap<string, Group>, first: string, second: string): boolean {
  const search = (start: string, end: string, side: "before" | "after") => {
    const next = (name: string) => groups.get(name)?.[side] ?? [];
    const found = new Set(next(start));
    found.delete(end);
    const waiting = [...found];
    /** Takes one step. Returns whether the end is reached, or undefined if there is more to search. */
    return (): boolean | undefined => {
      const name = waiting.pop();
      if (name === undefined) return false;
      for (const neighbour of next(name)) {
        if (neighbour === end) return true;
        if (found.has(neighbour)) continue;
        found.add(neighbour);
        waiting.push(neighbour);
      }
      return undefined;
    };
  };
  const steps = [search(second, first, "before"), search(first, second, "after")];
  for (;;) {
    for (const step of steps) {
      const answer = step();
      if (answer !== undefined) return answer;
    }
  }
}
