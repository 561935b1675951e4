import type { UnitCounts } from "./unit-counts.ts";

/**
 * A ledger records the counted units of each point, and their counts.
 *
 * Units are numbered, and unit i is the same on every device. The ledger keeps blocks of 2^j units that begin at a
 * multiple of 2^j, so two blocks are disjoint or one contains the other. Ranges may therefore be added in any order, by
 * any number of workers, and more than once. Equal sets of units give equal ledgers, number by number.
 *
 * The stop rule is a property of the ordered units. A point counts its first n units, where unit n − 1 is the first
 * after which every receiver has enough errors. Units beyond it are dropped.
 */
export interface Ledger {
  /** Receivers that work on the same units. */
  readonly receivers: number;
  /** Names of the counts for each receiver in each unit: whole numbers that add up. */
  readonly fields: readonly string[];
  /** The stop rule of a point. 0 errors: it ends after all units. */
  readonly stop: StopRule;
  /** Units of each point. */
  readonly units: number;
  /** Sorted by rising Eb/N0 or SNR. */
  points: LedgerPoint[];
}

export interface StopRule {
  /** The field whose sum is compared. */
  field: string;
  /** A point ends after the unit at which every receiver has at least this many; 0: after all units. */
  errors: number;
}

export interface LedgerPoint {
  /** Eb/N0 or SNR, dB. */
  db: number;
  /** Disjoint blocks in rising order; siblings are joined. */
  blocks: UnitSums[];
  /** Number of units after which the stop rule was met. These units are in one block that need not be aligned. */
  stopped?: number;
}

/** Sums over the units from `first` to `first + units` (exclusive). */
export interface UnitSums {
  first: number;
  units: number;
  /** [receiver][field] */
  sums: number[][];
  /**
   * Sums from the block's first unit to unit `unit` (inclusive), for each unit at which the stop rule may be met: a
   * unit that adds errors to a receiver which has too few within this block. Empty without a stop rule.
   */
  marks?: Mark[];
}

export interface Mark {
  unit: number;
  sums: number[][];
}

/** Returns an empty ledger. */
export function newLedger(shape: Pick<Ledger, "receivers" | "fields" | "stop" | "units">): Ledger {
  return { ...shape, points: [] };
}

/** Returns the point of a ledger at `db`, and adds it if there is none. */
export function pointAt(ledger: Ledger, db: number): LedgerPoint {
  const found = findPoint(ledger, db);
  if (found) return found;
  const made: LedgerPoint = { db, blocks: [] };
  ledger.points.splice(placeOf(ledger, db), 0, made);
  return made;
}

/** Returns the point of a ledger at `db`, if there is one. */
function findPoint(ledger: Ledger, db: number): LedgerPoint | undefined {
  const point = ledger.points.at(placeOf(ledger, db));
  return point?.db === db ? point : undefined;
}

/** Returns the index of the first point at `db` or above; the number of points if there is none. */
function placeOf({ points }: Ledger, db: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].db < db) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Adds the counts of consecutive units. Units that are already in the ledger stay unchanged.
 *
 * @param first The unit with which `counts` begin.
 * @param range The units [from, to) to add. Default: all in `counts`.
 */
export function addUnits(
  ledger: Ledger,
  db: number,
  first: number,
  counts: UnitCounts,
  [begin, end]: readonly [number, number] = [first, first + counts.units],
): void {
  for (const [from, to] of uncounted(ledger, db, begin, end)) {
    for (const [start, units] of dyadic(from, to)) insert(ledger, db, blockOf(ledger, start, units, { first, counts }));
  }
  settle(ledger, pointAt(ledger, db));
}

/**
 * Adds the blocks of another ledger of the same shape. The order of merges does not matter, and neither do repeated
 * merges.
 *
 * @throws RangeError if the shapes differ.
 */
export function mergeLedger(ledger: Ledger, other: Ledger): void {
  const shape = ({ receivers, fields, stop, units }: Ledger) => JSON.stringify([receivers, fields, stop, units]);
  if (shape(ledger) !== shape(other)) {
    throw new RangeError(`ledger: these are counts of different sweeps: ${shape(ledger)} and ${shape(other)}`);
  }
  for (const point of other.points) mergePoint(ledger, point);
}

/**
 * Returns the first units of which two ledgers of the same sweep have different counts, in words; undefined if there are
 * none. A unit is the same everywhere, so one of them is wrong.
 */
export function contradiction(ledger: Ledger, other: Ledger): string | undefined {
  for (const { db, blocks, stopped } of other.points) {
    const point = findPoint(ledger, db);
    if (!point) continue;
    if (stopped !== undefined && point.stopped !== undefined && stopped !== point.stopped) {
      return `the stop rule cannot be met after ${point.stopped} units and after ${stopped}, at ${db} dB`;
    }
    const found = differentBlock(point.blocks, blocks) ?? differentBlock(blocks, point.blocks);
    if (found) {
      const { first, units } = found;
      return `the counts of units ${first} to ${first + units - 1} at ${db} dB differ from those that are known`;
    }
  }
  return undefined;
}

/** Returns the first of the larger blocks whose parts among the others have other sums, or larger ones. */
function differentBlock(larger: readonly UnitSums[], others: readonly UnitSums[]): UnitSums | undefined {
  return larger.find((block) => {
    const end = block.first + block.units;
    const parts: UnitSums[] = [];
    for (let i = firstEndingAfter(others, block.first); i < others.length && others[i].first < end; i++) {
      const { first, units } = others[i];
      if (first >= block.first && first + units <= end) parts.push(others[i]);
    }
    if (parts.length === 0) return false;
    const sum = parts.map(({ sums }) => sums).reduce(plus);
    const whole = parts.reduce((units, part) => units + part.units, 0) === block.units;
    return sum.some((row, r) =>
      row.some((value, f) => (whole ? value !== block.sums[r][f] : value > block.sums[r][f])),
    );
  });
}

/** Adds the blocks of one point of a ledger of the same shape. See {@link mergeLedger}. */
export function mergePoint(ledger: Ledger, { db, blocks, stopped }: LedgerPoint): void {
  const point = pointAt(ledger, db);
  if (point.stopped !== undefined) return;
  // Ledgers may share blocks: no function changes a block.
  if (stopped !== undefined) Object.assign(point, { blocks: [...blocks], stopped });
  else for (const block of blocks) insert(ledger, db, block);
  settle(ledger, point);
}

/** Returns the ranges within [from, to) that a point still needs, in rising order. */
export function uncounted(ledger: Ledger, db: number, from: number, to: number): [number, number][] {
  const { blocks, stopped } = findPoint(ledger, db) ?? { blocks: [] };
  const end = Math.min(to, stopped ?? to);
  const gaps: [number, number][] = [];
  let at = from;
  for (const { first, units } of blocks) {
    if (first >= end) break;
    if (first > at) gaps.push([at, first]);
    at = Math.max(at, first + units);
  }
  if (at < end) gaps.push([at, end]);
  return gaps;
}

/**
 * Returns true if a point needs no unit of [from, to) any more: all are counted, or the counted ones alone have enough
 * errors, so that no later unit can count.
 */
export function isSatisfied(ledger: Ledger, db: number, from: number, to: number): boolean {
  const gaps = uncounted(ledger, db, from, to);
  if (gaps.length === 0) return true;
  if (ledger.stop.errors === 0) return false;
  return stopIn(ledger, blocksFrom(ledger, db, from)) !== undefined;
}

/** Returns the counts of a point, [receiver][field]: its first units up to the stop rule, or all counted units. */
export function sumsOf(ledger: Ledger, db: number): number[][] {
  const blocks = findPoint(ledger, db)?.blocks ?? [];
  return blocks.reduce((sums, block) => plus(sums, block.sums), zeros(ledger));
}

/** Returns the number of counted units of a point. */
export function unitsOf(ledger: Ledger, db: number): number {
  const blocks = findPoint(ledger, db)?.blocks ?? [];
  return blocks.reduce((sum, { units }) => sum + units, 0);
}

const zeros = ({ receivers, fields }: Pick<Ledger, "receivers" | "fields">): number[][] =>
  Array.from({ length: receivers }, () => fields.map(() => 0));

const plus = (a: readonly number[][], b: readonly number[][]): number[][] =>
  a.map((row, r) => row.map((value, f) => value + b[r][f]));

/** Returns the aligned blocks of [from, to) in rising order, as first unit and length. */
export function dyadic(from: number, to: number): [number, number][] {
  const blocks: [number, number][] = [];
  for (let first = from; first < to;) {
    let units = 1;
    while (first % (2 * units) === 0 && first + 2 * units <= to) units *= 2;
    blocks.push([first, units]);
    first += units;
  }
  return blocks;
}

/** Units that are added together first, where a stop rule has to look for single ones. */
const STRIDE = 64;

/** Returns a block of newly counted units. The counts begin with the unit `of.first`. */
function blockOf(ledger: Ledger, first: number, units: number, of: { first: number; counts: UnitCounts }): UnitSums {
  const { receivers, fields, stop } = ledger;
  const width = fields.length;
  const totals = new Float64Array(receivers * width);
  const rows = () => Array.from({ length: receivers }, (_, r) => [...totals.subarray(r * width, (r + 1) * width)]);
  const start = first - of.first;
  if (stop.errors === 0) {
    of.counts.add(totals, start, start + units);
    return { first, units, sums: rows() };
  }
  const marks: Mark[] = [];
  const stopField = fields.indexOf(stop.field);
  const before = new Float64Array(totals.length);
  /** True if a receiver that had too few errors got some. */
  const isMarked = () => {
    for (let i = stopField; i < totals.length; i += width) {
      if (totals[i] > before[i] && before[i] < stop.errors) return true;
    }
    return false;
  };
  for (let from = 0; from < units; from += STRIDE) {
    const to = Math.min(from + STRIDE, units);
    before.set(totals);
    of.counts.add(totals, start + from, start + to);
    if (!isMarked()) continue;
    totals.set(before);
    for (let unit = from; unit < to; unit++) {
      of.counts.add(totals, start + unit, start + unit + 1);
      if (isMarked()) marks.push({ unit: first + unit, sums: rows() });
      before.set(totals);
    }
  }
  return { first, units, sums: rows(), marks };
}

/** Inserts a block unless another block contains it, and joins siblings. */
function insert(ledger: Ledger, db: number, block: UnitSums): void {
  const { blocks } = pointAt(ledger, db);
  const end = block.first + block.units;
  let place = firstEndingAfter(blocks, block.first);
  const there = blocks.at(place);
  if (there && there.first <= block.first && end <= there.first + there.units) return;
  let after = place;
  while (after < blocks.length && blocks[after].first < end) after++;
  blocks.splice(place, after - place, block);
  for (;;) {
    const { first, units } = blocks[place];
    const left = Math.floor(first / units) % 2 === 0 ? place : place - 1;
    const [a, b] = [blocks[left], blocks[left + 1]];
    const siblings = a && b && a.units === units && b.units === units && a.first + units === b.first;
    if (!siblings || a.first % (2 * units) !== 0) return;
    blocks.splice(left, 2, join(ledger, a, b));
    place = left;
  }
}

/** Returns the index of the first block that ends after a unit; the number of blocks if there is none. */
function firstEndingAfter(blocks: readonly UnitSums[], unit: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle].first + blocks[middle].units > unit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns two neighbouring blocks as one. */
function join({ fields, stop }: Ledger, a: UnitSums, b: UnitSums): UnitSums {
  const sums = plus(a.sums, b.sums);
  const whole = { first: a.first, units: a.units + b.units, sums };
  if (!a.marks || !b.marks) return whole;
  const field = fields.indexOf(stop.field);
  let before = a.sums;
  const kept = b.marks.flatMap(({ unit, sums: within }): Mark[] => {
    const total = plus(a.sums, within);
    const needed = total.some((row, r) => row[field] > before[r][field] && before[r][field] < stop.errors);
    before = total;
    return needed ? [{ unit, sums: total }] : [];
  });
  return { ...whole, marks: [...a.marks, ...kept] };
}

/** Returns the blocks without gaps from unit `from` on. */
function blocksFrom(ledger: Ledger, db: number, from: number): UnitSums[] {
  const blocks = findPoint(ledger, db)?.blocks ?? [];
  const found: UnitSums[] = [];
  let at = from;
  for (const block of blocks) {
    if (block.first < at) continue;
    if (block.first > at) break;
    found.push(block);
    at += block.units;
  }
  return found;
}

/** Returns the unit at which consecutive blocks meet the stop rule, and the sums up to it. */
function stopIn({ fields, stop, ...shape }: Ledger, blocks: readonly UnitSums[]): Mark | undefined {
  const field = fields.indexOf(stop.field);
  const enough = (sums: readonly number[][]) => sums.every((row) => row[field] >= stop.errors);
  let before = zeros({ fields, ...shape });
  for (const { sums, marks = [] } of blocks) {
    const after = plus(before, sums);
    // Sums only grow, so the rule can be met only within a block whose end meets it.
    for (const mark of enough(after) ? marks : []) {
      const total = plus(before, mark.sums);
      if (enough(total)) return { unit: mark.unit, sums: total };
    }
    before = after;
  }
  return undefined;
}

/** Applies the stop rule to a point whose units are counted from 0 on as far as necessary. */
function settle(ledger: Ledger, point: LedgerPoint): void {
  if (ledger.stop.errors === 0 || point.stopped !== undefined) return;
  const met = stopIn(ledger, blocksFrom(ledger, point.db, 0));
  if (!met) return;
  point.stopped = met.unit + 1;
  point.blocks = [{ first: 0, units: point.stopped, sums: met.sums }];
}
