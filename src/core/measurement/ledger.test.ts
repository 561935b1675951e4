import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addUnits,
  dyadic,
  isSatisfied,
  type Ledger,
  mergeLedger,
  newLedger,
  sumsOf,
  uncounted,
  unitsOf,
} from "./ledger.ts";
import { storedCounts } from "./unit-counts.ts";

const FIELDS = ["units", "errors"];

/** Errors of each unit, [unit][receiver]. */
type Counts = readonly (readonly number[])[];

function ledgerFor(counts: Counts, errors: number): Ledger {
  return newLedger({
    receivers: counts[0].length,
    fields: FIELDS,
    stop: { field: "errors", errors },
    units: counts.length,
  });
}

const flat = (counts: Counts) =>
  storedCounts(
    Float64Array.from(counts.flatMap((unit) => unit.flatMap((errors) => [1, errors]))),
    FIELDS.length * counts[0].length,
  );

function addRange(ledger: Ledger, counts: Counts, from: number, to: number): void {
  addUnits(ledger, 3, from, flat(counts.slice(from, to)));
}

/** The stop rule by its definition, unit by unit. */
function counted(counts: Counts, stop: number): { units: number; sums: number[][] } {
  const sums = counts[0].map(() => [0, 0]);
  for (const [i, unit] of counts.entries()) {
    for (const [r, errors] of unit.entries()) {
      sums[r][0]++;
      sums[r][1] += errors;
    }
    if (stop > 0 && sums.every(([, errors]) => errors >= stop)) return { units: i + 1, sums };
  }
  return { units: counts.length, sums };
}

const countsArbitrary = fc.integer({ min: 1, max: 3 }).chain((receivers) =>
  fc.array(
    fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 4 })), {
      minLength: receivers,
      maxLength: receivers,
    }),
    { minLength: 1, maxLength: 90 },
  ),
);

/** Ranges that cover [0, n) in any order; they may overlap or repeat. */
const coverOf = (n: number) =>
  fc
    .tuple(fc.array(fc.integer({ min: 0, max: n }), { maxLength: 8 }), fc.infiniteStream(fc.nat(1000)))
    .map(([cuts, keys]) => {
      const edges = [...new Set([0, ...cuts, n])].sort((a, b) => a - b);
      const ranges = edges.slice(1).map((to, i): [number, number] => [edges[i], to]);
      const again = ranges.map(([from, to]): [number, number] => [Math.max(0, from - 3), Math.min(n, to + 2)]);
      return [...ranges, ...again.slice(0, 3)]
        .map((range) => ({ range, key: keys.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ range }) => range);
    });

const caseArbitrary = countsArbitrary.chain((counts) =>
  fc.record({
    counts: fc.constant(counts),
    stop: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
    cover: coverOf(counts.length),
    split: fc.infiniteStream(fc.boolean()),
  }),
);

describe("measurement/ledger", () => {
  it("counts the first units up to the stop rule, for ranges in any order and repeated ones", () => {
    fc.assert(
      fc.property(caseArbitrary, ({ counts, stop, cover }) => {
        const ledger = ledgerFor(counts, stop);
        for (const [from, to] of cover) addRange(ledger, counts, from, to);
        const { units, sums } = counted(counts, stop);
        expect(sumsOf(ledger, 3)).toEqual(sums);
        expect(unitsOf(ledger, 3)).toBe(units);
        const inOrder = ledgerFor(counts, stop);
        for (let i = 0; i < counts.length; i++) addRange(inOrder, counts, i, i + 1);
        expect(JSON.stringify(ledger)).toBe(JSON.stringify(inOrder));
      }),
      { numRuns: 300 },
    );
  });

  it("adds a part of the counted units", () => {
    fc.assert(
      fc.property(caseArbitrary, ({ counts, stop, cover }) => {
        const [parts, whole] = [ledgerFor(counts, stop), ledgerFor(counts, stop)];
        for (const range of cover) addUnits(parts, 3, 0, flat(counts), range);
        addUnits(whole, 3, 0, flat(counts));
        expect(JSON.stringify(parts)).toBe(JSON.stringify(whole));
      }),
      { numRuns: 300 },
    );
  });

  it("merges ledgers to the same numbers as one run, in either order and repeatedly", () => {
    fc.assert(
      fc.property(caseArbitrary, ({ counts, stop, cover, split }) => {
        const whole = ledgerFor(counts, stop);
        addRange(whole, counts, 0, counts.length);
        const parts = [ledgerFor(counts, stop), ledgerFor(counts, stop)];
        for (const [from, to] of cover) addRange(parts[Number(split.next().value)], counts, from, to);
        for (const order of [parts, parts.toReversed(), [...parts, ...parts]]) {
          const merged = ledgerFor(counts, stop);
          for (const part of order) mergeLedger(merged, JSON.parse(JSON.stringify(part)) as Ledger);
          expect(merged).toEqual(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("ends a shard that has enough errors alone, and the merge finds the last unit", () => {
    fc.assert(
      fc.property(caseArbitrary, ({ counts, stop }) => {
        const middle = Math.floor(counts.length / 2);
        const shards = [
          [0, middle],
          [middle, counts.length],
        ].map(([from, to]) => {
          const shard = ledgerFor(counts, stop);
          for (let i = from; i < to && !isSatisfied(shard, 3, from, to); i++) addRange(shard, counts, i, i + 1);
          expect(isSatisfied(shard, 3, from, to)).toBe(true);
          return shard;
        });
        const merged = ledgerFor(counts, stop);
        for (const shard of shards.toReversed()) mergeLedger(merged, shard);
        expect(sumsOf(merged, 3)).toEqual(counted(counts, stop).sums);
        expect(isSatisfied(merged, 3, 0, counts.length)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("stays small: blocks grow with the logarithm of the units, marks with the errors that the rule needs", () => {
    const units = 100_000;
    const ledger = newLedger({ receivers: 2, fields: FIELDS, stop: { field: "errors", errors: 50 }, units });
    // One receiver is wrong in every unit, the other in every thousandth: too few errors up to the end of this range.
    for (let first = 32; first < 40_000; first += 1000) {
      const counts = Array.from({ length: 1000 }, (_, i) => [1, Number((first + i) % 1000 === 0)]);
      addUnits(ledger, 0, first, flat(counts));
    }
    const [{ blocks }] = ledger.points;
    expect(blocks.length).toBeLessThan(32);
    expect(blocks.every(({ marks }) => marks && marks.length <= 2 * 50)).toBe(true);
  });

  it("returns the units that a point still needs", () => {
    const counts = Array.from({ length: 20 }, () => [0]);
    const ledger = ledgerFor(counts, 0);
    expect(uncounted(ledger, 3, 0, 20)).toEqual([[0, 20]]);
    addRange(ledger, counts, 5, 9);
    addRange(ledger, counts, 12, 13);
    expect(uncounted(ledger, 3, 0, 20)).toEqual([
      [0, 5],
      [9, 12],
      [13, 20],
    ]);
    expect(uncounted(ledger, 3, 6, 9)).toEqual([]);
    expect(dyadic(5, 9)).toEqual([
      [5, 1],
      [6, 2],
      [8, 1],
    ]);
  });

  it("refuses to merge ledgers of different sweeps", () => {
    const counts = [[0], [1]];
    expect(() => mergeLedger(ledgerFor(counts, 0), ledgerFor(counts, 1))).toThrow(/counts of different sweeps/);
  });
});
