import type { AdapterDescription } from "../gpu/device.ts";
import { equal } from "../configuration/equal.ts";
import { listOf } from "../configuration/list-of.ts";
import { brokenBound, type Units } from "./count-bounds.ts";
import { type UnitSums, contradiction, type Ledger, type LedgerPoint, type Mark, mergeLedger } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { newSweep, type Shard, sweepPoints, sweepResults, type SweepState, WHOLE } from "./sweep.ts";

/** A sweep as a file: enough to resume it, or to merge it with other parts. */
export interface SweepFile<Config> {
  experiment: string;
  config: Config;
  shard: Shard;
  ledger: Ledger;
}

/** A sweep's result as a file. It also holds what follows from the configuration, and further results. */
export interface SweepReport<Config, Row> extends SweepFile<Config> {
  adapter?: AdapterDescription;
  complete: boolean;
  results: Row[];
}

/** Returns a state in the format of a file. */
export function sweepFile<Config>(
  { name }: Measurement<Config, unknown>,
  { config, shard, ledger }: SweepState<Config>,
): SweepFile<Config> {
  return { experiment: name, config, shard, ledger };
}

/**
 * Returns a sweep's result in the format that every command and the page write.
 *
 * @example
 * ```ts
 * import { newSweep, sweepJson } from "threeray/measurement";
 * import { turboSweep } from "threeray/sweeps";
 *
 * const state = newSweep(turboSweep, turboSweep.parse({ length: 40, ebn0: [2] }));
 * const text = JSON.stringify(sweepJson({ measurement: turboSweep, state, complete: false }));
 * console.log(text.includes('"experiment":"turbo"')); // true
 * ```
 */
export function sweepJson<Config extends object, Row>({
  measurement,
  state,
  adapter,
  complete,
  after = {},
}: {
  measurement: Measurement<Config, Row>;
  state: SweepState<Config>;
  adapter?: AdapterDescription;
  complete: boolean;
  after?: object;
}): SweepReport<Config, Row> {
  const { experiment, config, shard, ledger } = sweepFile(measurement, state);
  const results = sweepResults(measurement, state);
  return { experiment, config, shard, adapter, complete, results, ...measurement.beside?.(config), ...after, ledger };
}

/**
 * Returns the state in a file. Everything is checked: a damaged or foreign file is refused.
 *
 * @throws TypeError or RangeError that says what was found and what was expected.
 *
 * @example
 * ```ts
 * import { newSweep, parseSweep, sweepJson } from "threeray/measurement";
 * import { turboSweep } from "threeray/sweeps";
 *
 * // A file holds what resumes a sweep.
 * const state = newSweep(turboSweep, turboSweep.parse({ length: 40, ebn0: [2] }));
 * const file = JSON.stringify(sweepJson({ measurement: turboSweep, state, complete: false }));
 * const { config } = parseSweep(turboSweep, JSON.parse(file));
 * console.log(config.length); // 40
 * ```
 */
export function parseSweep<Config>(measurement: Measurement<Config, unknown>, file: unknown): SweepState<Config> {
  const { name } = measurement;
  const given = objectOf(name, "a sweep", file);
  if (given.experiment !== name) {
    throw new RangeError(`${name}: experiment must be "${name}", got ${JSON.stringify(given.experiment) ?? "none"}`);
  }
  if (given.ledger === undefined) {
    throw new TypeError(`${name}: the file has no ledger of counted units; this release writes one with --json`);
  }
  const config = measurement.parse(given.config);
  const { index, count } = objectOf(name, "shard", given.shard ?? WHOLE);
  const state = newSweep(measurement, config, { index: Number(index), count: Number(count) });
  state.ledger = parseLedger(measurement, config, given.ledger);
  const points = Array.isArray(measurement.axis(config).points) ? sweepPoints(measurement, state).points : undefined;
  const stray = points && state.ledger.points.find(({ db }) => !points.includes(db));
  if (stray) throw new RangeError(`${name}: the ledger has a point at ${stray.db} dB that the sweep does not have`);
  return state;
}

/**
 * Merges parts of one sweep: shards or interrupted runs, in any order, with or without a stop rule.
 *
 * @throws RangeError if there is no part, the configurations differ, or parts have different counts of the same units.
 *
 * @example
 * ```ts
 * import { mergeSweeps, newSweep } from "threeray/measurement";
 * import { turboSweep } from "threeray/sweeps";
 *
 * const config = turboSweep.parse({ length: 40, ebn0: [2] });
 * const parts = [1, 2].map((index) => newSweep(turboSweep, config, { index, count: 2 }));
 * const { shard } = mergeSweeps(turboSweep, parts);
 * console.log(shard.count); // 1
 * ```
 */
export function mergeSweeps<Config>(
  measurement: Measurement<Config, unknown>,
  parts: readonly SweepState<Config>[],
): SweepState<Config> {
  const [first] = parts;
  if (!first) throw new RangeError("merge: no results were given");
  const merged = newSweep(measurement, first.config);
  for (const { config, ledger } of parts) {
    if (!equal(config, first.config)) {
      const names = Object.keys(config as object) as (keyof Config & string)[];
      const different = names.filter((name) => !equal(config[name], first.config[name]));
      throw new RangeError(
        `${measurement.name}: the counts are of another sweep: it differs in ${different.join(", ")}`,
      );
    }
    const different = contradiction(merged.ledger, ledger);
    if (different)
      throw new RangeError(
        `${measurement.name}: ${different}. One of the files is damaged, or its device rounds differently`,
      );
    mergeLedger(merged.ledger, ledger);
  }
  return merged;
}

function objectOf(name: string, what: string, value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`${name}: ${what} must be an object, got ${JSON.stringify(value)}`);
}

function arrayOf(name: string, what: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`${name}: ${what} must be a list, got ${JSON.stringify(value)}`);
}

/**
 * Returns a ledger from untrusted data.
 *
 * @throws TypeError or RangeError that says what was found and what was expected. Counts that their units
 * cannot have are refused.
 */
export function parseLedger<Config>(measurement: Measurement<Config, unknown>, config: Config, input: unknown): Ledger {
  const { name } = measurement;
  const { ledger: expected } = newSweep(measurement, config);
  const given = objectOf(name, "ledger", input);
  for (const key of ["receivers", "fields", "stop", "units"] as const) {
    const [found, wanted] = [JSON.stringify(given[key]), JSON.stringify(expected[key])];
    if (found !== wanted) throw new RangeError(`${name}: the ledger's ${key} must be ${wanted}, got ${found}`);
  }
  const points = arrayOf(name, "the ledger's points", given.points).map((point) =>
    parsePoint(measurement, config, expected, point),
  );
  const dbs = points.map(({ db }) => db);
  if (dbs.some((db, i) => i > 0 && db <= dbs[i - 1])) {
    throw new RangeError(`${name}: the ledger's points must rise, got ${listOf(dbs)}`);
  }
  return { ...expected, points };
}

function parsePoint<Config>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  { receivers, fields, units, stop }: Ledger,
  value: unknown,
): LedgerPoint {
  const { name } = measurement;
  const whole = (what: string, value: unknown, from: number, to: number): number => {
    if (Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to) return value as number;
    throw new RangeError(`${name}: ${what} must be a whole number from ${from} to ${to}, got ${JSON.stringify(value)}`);
  };
  const point = objectOf(name, "a point of the ledger", value);
  if (typeof point.db !== "number" || !Number.isFinite(point.db)) {
    throw new TypeError(`${name}: a point's db must be a number, got ${JSON.stringify(point.db)}`);
  }
  const { db } = point;
  const placed = ({ first, count }: Units, receiver: number) => {
    const range = count === 1 ? `unit ${first}` : `units ${first} to ${first + count - 1}`;
    return `${range} at ${db} dB, receiver ${receiver + 1}`;
  };
  /** Checks the counts of every receiver in some units. */
  const sumsOf = (value: unknown, range: Units): number[][] => {
    const rows = arrayOf(name, "the ledger's sums", value);
    if (rows.length !== receivers) {
      throw new RangeError(
        `${name}: the ledger's sums must have ${receivers} rows, one per receiver, got ${rows.length}`,
      );
    }
    return rows.map((row, receiver) => {
      const sums = arrayOf(name, "a row of sums", row);
      if (sums.length !== fields.length) {
        throw new RangeError(`${name}: a row of sums must have ${fields.length} numbers, got ${sums.length}`);
      }
      const counts = sums.map((sum) => whole("a sum", sum, 0, Number.MAX_SAFE_INTEGER));
      const broken = brokenBound(fields, counts, measurement.bounds(config, range, counts, receiver));
      if (broken) throw new RangeError(`${name}: ${broken} (${placed(range, receiver)})`);
      return counts;
    });
  };
  const field = fields.indexOf(stop.field);
  /** Checks that marks hold rising sums, and each unit that adds to a receiver which has too few errors. */
  const checkMarks = ({ first, units: length, sums, marks = [] }: UnitSums): void => {
    let before = sums.map((row) => row.map(() => 0));
    for (const [i, mark] of [...marks, { unit: first + length - 1, sums }].entries()) {
      const falls = before.some((row, r) => row.some((sum, f) => sum > mark.sums[r][f]));
      const adds = before.some((row, r) => row[field] < stop.errors && mark.sums[r][field] > row[field]);
      if (falls || (i < marks.length && !adds) || (i === marks.length && adds)) {
        throw new RangeError(
          `${name}: the sums up to unit ${mark.unit} at ${db} dB do not fit the stop rule and those before them`,
        );
      }
      before = mark.sums;
    }
  };
  const stopped = point.stopped === undefined ? undefined : whole("stopped", point.stopped, 1, units);
  let end = 0;
  const blocks = arrayOf(name, "a point's blocks", point.blocks).map((value): UnitSums => {
    const given = objectOf(name, "a block", value);
    if (end >= units) {
      throw new RangeError(`${name}: the blocks of a point hold all ${units} units, and another block follows`);
    }
    const first = whole("a block's first unit", given.first, end, units - 1);
    const length = whole("a block's units", given.units, 1, units - first);
    const aligned = Number.isInteger(Math.log2(length)) && first % length === 0;
    if (!aligned && !(stopped === length && first === 0)) {
      throw new RangeError(`${name}: a block of ${length} units cannot begin at unit ${first}`);
    }
    end = first + length;
    const block: UnitSums = { first, units: length, sums: sumsOf(given.sums, { first, count: length }) };
    if (given.marks === undefined) return block;
    let next = first;
    block.marks = arrayOf(name, "a block's marks", given.marks).map((value): Mark => {
      const mark = objectOf(name, "a mark", value);
      const unit = whole("a mark's unit", mark.unit, next, end - 1);
      next = unit + 1;
      return { unit, sums: sumsOf(mark.sums, { first, count: unit + 1 - first }) };
    });
    checkMarks(block);
    return block;
  });
  if (stopped === undefined) return { db, blocks };
  const [only, ...others] = blocks;
  const enough = only?.units === stopped && only.sums.every((row) => row[field] >= stop.errors);
  if (stop.errors === 0 || others.length > 0 || !enough) {
    throw new RangeError(
      `${name}: the point at ${db} dB says that it stopped after ${stopped} units, but its counts do not meet the stop rule`,
    );
  }
  return { db, blocks, stopped };
}
