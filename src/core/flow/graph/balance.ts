import { type Edge, named } from "./connect.ts";
import { divisorOf, type Fraction, fraction, multipleOf } from "./fraction.ts";
import { grouped } from "./grouped.ts";
import type { Reporter } from "./read-graph.ts";
import type { Shape } from "./shape.ts";
import { lookUp } from "./look-up.ts";

/** Blocks whose rates depend on each other. */
export interface BalancedPart {
  /** Firings of each block in the smallest page. */
  firings: ReadonlyMap<string, number>;
  /** Largest page, as a multiple of the smallest page. */
  most: number;
  /** Firings per second of each block, if a block of the part names or states a rate. */
  hz?: ReadonlyMap<string, number>;
}

/** Most items of a connection in the smallest page. */
const MOST_ITEMS = 2 ** 30;

/**
 * Solves the balance equations: each connection brings as many items as its input takes. It reports contradictions at
 * the input where they show, and parts without a usable page.
 *
 * @param shapes The blocks, in the order in which the contradictions are found.
 * @param edges Connections with fixed numbers of items.
 */
export function balance(shapes: ReadonlyMap<string, Shape>, edges: readonly Edge[], report: Reporter): BalancedPart[] {
  const parts: BalancedPart[] = [];
  const rates = new Map<string, Fraction>();
  const around = neighbours(edges);
  for (const id of shapes.keys()) {
    if (rates.has(id)) continue;
    const members = spread(id, shapes, around, rates, report);
    const part = members && smallestPage(members, shapes, around, rates, report);
    if (part) parts.push({ ...part, hz: rateInHz(part.firings, shapes, report) });
  }
  return parts;
}

function neighbours(edges: readonly Edge[]): Map<string, Edge[]> {
  const ends = edges.flatMap((edge) => [edge.from, edge.to].map(([id]) => ({ id, edge })));
  return new Map([...grouped(ends, ({ id }) => id)].map(([id, group]) => [id, group.map(({ edge }) => edge)]));
}

/** Reports a connection with too many items. The message has no number: it may have thousands of digits. */
function reportTooLong({ to: [block, port] }: Edge, report: Reporter): undefined {
  const message = `The smallest page has more than ${MOST_ITEMS} items here: the rates of the graph have no small common multiple. Choose rates with common factors.`;
  report({ block, port, message });
}

/**
 * Follows the connections from a block, and sets the rates relative to it. Returns the blocks that it reaches, or nothing
 * if a rate is too large or too small for any page: its digits would grow with every further block.
 */
function spread(
  start: string,
  shapes: ReadonlyMap<string, Shape>,
  around: ReadonlyMap<string, readonly Edge[]>,
  rates: Map<string, Fraction>,
  report: Reporter,
): string[] | undefined {
  rates.set(start, { over: 1n, under: 1n });
  const members = [start];
  const seen = new Set<Edge>();
  for (const id of members) {
    for (const edge of around.get(id) ?? []) {
      if (seen.has(edge)) continue;
      seen.add(edge);
      const { given, taken } = itemsOf(edge, shapes);
      const isForwards = edge.from[0] === id;
      const other = isForwards ? edge.to[0] : edge.from[0];
      const rate = lookUp(rates, id);
      const wanted = isForwards ? scaled(rate, given, taken) : scaled(rate, taken, given);
      const known = rates.get(other);
      if (!known) {
        // In the smallest page the first block fires `under` times or more, and the other one `over` times or more.
        if (wanted.over > MOST_ITEMS || wanted.under > MOST_ITEMS) {
          for (const member of reachedFrom(start, around)) rates.set(member, NO_RATE);
          return reportTooLong(edge, report);
        }
        rates.set(other, wanted);
        members.push(other);
      } else if (known.over !== wanted.over || known.under !== wanted.under) {
        const [gets, takes] = isForwards ? [wanted, known] : [known, wanted];
        const ratio = fraction(gets.over * takes.under, gets.under * takes.over);
        const found = `${named(edge.from)} gives ${ratio.over} items in the time in which the other connections let this input take ${ratio.under}`;
        const todo = `Make both paths equally fast, for example with a resampler by ${ratio.under}/${ratio.over}`;
        report({ block: edge.to[0], port: edge.to[1], message: `The rates contradict each other: ${found}. ${todo}.` });
      }
    }
  }
  return members;
}

/** A rate of blocks that are not balanced: they belong to a part that is refused. */
const NO_RATE: Fraction = { over: 0n, under: 1n };

/** Returns the blocks that the connections from a block reach, and the block itself. */
function reachedFrom(start: string, around: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const reached = new Set([start]);
  for (const id of reached) {
    for (const { from, to } of around.get(id) ?? []) reached.add(from[0]).add(to[0]);
  }
  return reached;
}

/** Returns the least common multiple of several numbers, or nothing if no page can hold as many items. */
function commonMultiple(numbers: readonly bigint[]): bigint | undefined {
  let common = 1n;
  for (const number of numbers) {
    common = multipleOf(common, number);
    if (numbers.length > 1 && common > MOST_ITEMS) return undefined;
  }
  return common;
}

/** Returns the items of a connection at a firing of its first and of its second block. */
function itemsOf({ from, to }: Edge, shapes: ReadonlyMap<string, Shape>): { given: number; taken: number } {
  const given = lookUp(shapes, from[0]).produces[from[1]];
  if (typeof given === "object") throw new Error(`flow/balance: ${named(from)} must give a fixed number of items`);
  return { given, taken: lookUp(shapes, to[0]).consumes[to[1]] };
}

function scaled({ over, under }: Fraction, by: number, per: number): Fraction {
  return fraction(over * BigInt(by), under * BigInt(per));
}

/** Returns the smallest page in which every block fires a whole multiple of its own multiple. */
function smallestPage(
  members: readonly string[],
  shapes: ReadonlyMap<string, Shape>,
  around: ReadonlyMap<string, readonly Edge[]>,
  rates: ReadonlyMap<string, Fraction>,
  report: Reporter,
): BalancedPart | undefined {
  const edges = members.flatMap((id) => (around.get(id) ?? []).filter(({ from }) => from[0] === id));
  const fractions = members.map((id) => lookUp(rates, id));
  const under = commonMultiple(fractions.map((rate) => rate.under));
  if (under === undefined) return reportTooLong(edges[0], report);
  const whole = fractions.map(({ over, under: denominator }) => (over * under) / denominator);
  const divisor = whole.reduce(divisorOf);
  const smallest = whole.map((count) => count / divisor);
  const factor = commonMultiple(
    members.map((id, i) => {
      const multiple = BigInt(lookUp(shapes, id).multiple);
      return multiple / divisorOf(multiple, smallest[i]);
    }),
  );
  if (factor === undefined) return reportTooLong(edges[0], report);
  const firings = new Map(members.map((id, i) => [id, smallest[i] * factor]));
  for (const edge of edges) {
    const items = lookUp(firings, edge.from[0]) * BigInt(itemsOf(edge, shapes).given);
    if (items > MOST_ITEMS) return reportTooLong(edge, report);
  }
  let most = Infinity;
  for (const [id, count] of firings) {
    const limit = lookUp(shapes, id).most;
    if (Number(count) > limit) {
      const message = `A page may have at most ${limit} firings of this block, but the rates of the graph need ${count} at a time. Use a longer delay on the cycle, or smaller multiples.`;
      report({ block: id, message });
      return undefined;
    }
    most = Math.min(most, Math.floor(limit / Number(count)));
  }
  return { firings: new Map([...firings].map(([id, count]) => [id, Number(count)])), most };
}

/**
 * Returns the firings per second from the first block that names a rate, or else from the first one that states a rate. It
 * reports others that name a contradiction. A block that only states another rate uses it for itself.
 */
function rateInHz(
  firings: ReadonlyMap<string, number>,
  shapes: ReadonlyMap<string, Shape>,
  report: Reporter,
): ReadonlyMap<string, number> | undefined {
  let first: { id: string; pages: number } | undefined;
  for (const [id, count] of firings) {
    const hz = shapes.get(id)?.hz;
    if (hz === undefined) continue;
    first ??= { id, pages: hz / count };
    const expected = first.pages * count;
    if (Math.abs(hz - expected) <= 1e-9 * expected) continue;
    const message = `The block gives ${hz} Hz, but the ${shapes.get(first.id)?.hz} Hz of “${first.id}” need ${expected} Hz here. Change one of the two, or insert a resampler.`;
    report({ block: id, message });
  }
  const [stated] = [...firings].flatMap(([id, count]) => {
    const hz = shapes.get(id)?.statedHz;
    return hz === undefined ? [] : [hz / count];
  });
  const pages = first?.pages ?? stated;
  return pages === undefined ? undefined : new Map([...firings].map(([id, count]) => [id, pages * count]));
}
