import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverageOf } from "./coverage.ts";
import { isSatisfied, unitsOf } from "./ledger.ts";
import { takeLedgers } from "./ledger-files.ts";
import { type MadeUpConfig, madeUpState, madeUpSweep } from "./made-up/testing.ts";
import { sweepFile, sweepJson } from "./sweep-file.ts";
import { newSweep, type SweepState } from "./sweep.ts";

const CONFIG: MadeUpConfig = { lab: "made-up", dbs: [1, 3, 6.5], units: 100, stop: 0, unitMs: 0 };

/** Returns the parts of a complete sweep that hold only some blocks, one file each. */
function partsOf(config: MadeUpConfig): { name: string; text: string }[] {
  const { ledger } = madeUpState(config);
  return ledger.points.flatMap((point) =>
    point.blocks.map((block, i) => {
      const part = {
        db: point.db,
        blocks: [block],
        ...(point.stopped === undefined ? {} : { stopped: point.stopped }),
      };
      const state = { ...newSweep(madeUpSweep, config), ledger: { ...ledger, points: [part] } };
      return { name: `${point.db} dB, ${i}.json`, text: JSON.stringify(sweepFile(madeUpSweep, state)) };
    }),
  );
}

describe("measurement/ledger-files", () => {
  it("merges ledgers in any order, also twice, to the complete sweep", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 7), fc.infiniteStream(fc.nat()), (stop, chance) => {
        const config = { ...CONFIG, stop };
        const parts = partsOf(config);
        const files = [...parts, ...parts].toSorted(() => (chance.next().value % 2) - 0.5);
        const half = takeLedgers(madeUpSweep, undefined, files.slice(0, 4));
        const { step, taken, refused } = takeLedgers(madeUpSweep, half.step?.state, files);
        expect(refused).toEqual([]);
        expect(taken).toHaveLength(files.length);
        expect(step?.state).toEqual(madeUpState(config));
        expect(step?.done).toBe(true);
        expect(half.taken.concat(taken).filter(({ isNew }) => isNew)).toHaveLength(parts.length);
      }),
      { numRuns: 20 },
    );
  });

  it("refuses damaged and foreign files by name and reason, and keeps the others", () => {
    const [first, second] = partsOf(CONFIG);
    const changed = (change: (file: any) => void) => {
      const file = JSON.parse(first.text);
      change(file);
      return JSON.stringify(file);
    };
    const bad: [name: string, text: string, reason: RegExp][] = [
      ["cut.json", first.text.slice(0, -9), /not JSON/],
      ["empty.json", "", /not JSON/],
      ["null.json", "null", /a sweep must be an object, got null/],
      ["list.json", "[]", /a sweep must be an object/],
      ["mimo.json", changed((file) => (file.experiment = "mimo")), /experiment must be "made-up", got "mimo"/],
      ["seed.json", changed((file) => (file.config.unitMs = 1)), /of another sweep: it differs in unitMs/],
      ["sums.json", changed((file) => (file.ledger.points[0].blocks[0].sums[0][0] = -1)), /a sum must be a whole/],
      ["old.json", changed((file) => delete file.ledger), /no ledger/],
    ];
    const files = bad.map(([name, text]) => ({ name, text }));
    const before = takeLedgers(madeUpSweep, undefined, [first]);
    const { step, taken, refused } = takeLedgers(madeUpSweep, before.step!.state, [...files, second]);
    expect(taken.map(({ name }) => name)).toEqual([second.name]);
    expect(refused.map(({ name }) => name)).toEqual(bad.map(([name]) => name));
    for (const [i, [, , reason]] of bad.entries()) expect(refused[i].reason).toMatch(reason);
    expect(step?.state).toEqual(takeLedgers(madeUpSweep, undefined, [first, second]).step?.state);
    expect(takeLedgers(madeUpSweep, before.step!.state, files).step).toBeUndefined();
  });

  it("reads the results of commands, and the sweep within a saved run", () => {
    const state = madeUpState(CONFIG);
    const result = sweepJson({ measurement: madeUpSweep, state, complete: true });
    const run = { format: "a run", sweep: sweepFile(madeUpSweep, state) };
    for (const content of [result, run]) {
      const { step, taken } = takeLedgers(madeUpSweep, undefined, [{ name: "a", text: JSON.stringify(content) }]);
      expect(step?.state).toEqual(state);
      expect(taken).toEqual([{ name: "a", units: 300, isNew: true }]);
    }
  });
});

describe("measurement/coverage", () => {
  it("adds up: every unit of a point is counted, missing, or not needed", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 3), fc.infiniteStream(fc.nat()), (stop, chance) => {
        const config = { ...CONFIG, stop };
        const files = partsOf(config).filter(() => chance.next().value % 2);
        const state: SweepState<MadeUpConfig> =
          takeLedgers(madeUpSweep, undefined, files).step?.state ?? newSweep(madeUpSweep, config);
        for (const { db, counted, missing, stopped } of coverageOf(state.ledger, CONFIG.dbs as number[])) {
          const gaps = missing.reduce((sum, [from, to]) => sum + to - from, 0);
          expect(counted).toBe(unitsOf(state.ledger, db));
          expect(counted + gaps).toBe(stopped ?? config.units);
          if (missing.length === 0) expect(isSatisfied(state.ledger, db, 0, config.units)).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});
