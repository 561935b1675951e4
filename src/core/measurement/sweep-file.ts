import type { AdapterDescription } from "../gpu/device.ts";
import { type Block, type Ledger, type LedgerPoint, mergeLedger } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { newSweep, type Shard, sweepPoints, sweepResults, type SweepState, WHOLE } from "./sweep.ts";

/** A sweep as a file: enough to resume it, or to merge it with other parts. */
export interface SweepFile<Config> {
  experiment: string;
  config: Config;
  shard: Shard;
  ledger: Ledger;
}

/** Returns a state in the format of a file. */
export function sweepFile<Config>(
  { name }: Measurement<Config, unknown>,
  { config, shard, ledger }: SweepState<Config>,
): SweepFile<Config> {
  return { experiment: name, config, shard, ledger };
}

/** Returns a sweep's result in the format that every command and the page write. */
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
}): object {
  const { experiment, config, shard, ledger } = sweepFile(measurement, state);
  return { experiment, config, shard, adapter, complete, results: sweepResults(measurement, state), ...after, ledger };
}

/**
 * Returns the state in a file. Everything is checked: a damaged or foreign file is refused.
 *
 * @throws TypeError or RangeError that says what was found and what was expected.
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
  state.ledger = parseLedger(name, given.ledger, state.ledger);
  const points = Array.isArray(measurement.axis(config).points) ? sweepPoints(measurement, state).points : undefined;
  const stray = points && state.ledger.points.find(({ db }) => !points.includes(db));
  if (stray) throw new RangeError(`${name}: the ledger has a point at ${stray.db} dB that the sweep does not have`);
  return state;
}

/**
 * Merges parts of one sweep: shards or interrupted runs, in any order, with or without a stop rule.
 *
 * @throws RangeError if there is no part, or the configurations differ.
 */
export function mergeSweeps<Config>(
  measurement: Measurement<Config, unknown>,
  parts: readonly SweepState<Config>[],
): SweepState<Config> {
  const [first] = parts;
  if (!first) throw new RangeError("merge: no results were given");
  const merged = newSweep(measurement, first.config);
  for (const { config, ledger } of parts) {
    if (JSON.stringify(config) !== JSON.stringify(first.config)) {
      const names = Object.keys(config as object) as (keyof Config & string)[];
      const different = names.filter((name) => JSON.stringify(config[name]) !== JSON.stringify(first.config[name]));
      throw new RangeError(
        `${measurement.name}: the counts are of another sweep: it differs in ${different.join(", ")}`,
      );
    }
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
 * @param name The measurement's name.
 * @param expected The empty ledger of the configuration.
 * @throws TypeError or RangeError that says what was found and what was expected.
 */
export function parseLedger(name: string, input: unknown, expected: Ledger): Ledger {
  const given = objectOf(name, "ledger", input);
  for (const key of ["receivers", "fields", "stop", "units"] as const) {
    const [found, wanted] = [JSON.stringify(given[key]), JSON.stringify(expected[key])];
    if (found !== wanted) throw new RangeError(`${name}: the ledger's ${key} must be ${wanted}, got ${found}`);
  }
  const { receivers, fields, units } = expected;
  const whole = (what: string, value: unknown, from: number, to: number): number => {
    if (Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to) return value as number;
    throw new RangeError(`${name}: ${what} must be a whole number from ${from} to ${to}, got ${JSON.stringify(value)}`);
  };
  const sumsOf = (value: unknown): number[][] => {
    const rows = arrayOf(name, "the ledger's sums", value);
    if (rows.length !== receivers) {
      throw new RangeError(
        `${name}: the ledger's sums must have ${receivers} rows, one per receiver, got ${rows.length}`,
      );
    }
    return rows.map((row) => {
      const sums = arrayOf(name, "a row of sums", row);
      if (sums.length !== fields.length) {
        throw new RangeError(`${name}: a row of sums must have ${fields.length} numbers, got ${sums.length}`);
      }
      return sums.map((sum) => whole("a sum", sum, 0, Number.MAX_SAFE_INTEGER));
    });
  };
  const points = arrayOf(name, "the ledger's points", given.points).map((value): LedgerPoint => {
    const point = objectOf(name, "a point of the ledger", value);
    if (typeof point.db !== "number" || !Number.isFinite(point.db)) {
      throw new TypeError(`${name}: a point's db must be a number, got ${JSON.stringify(point.db)}`);
    }
    const stopped = point.stopped === undefined ? undefined : whole("stopped", point.stopped, 1, units);
    let end = 0;
    const blocks = arrayOf(name, "a point's blocks", point.blocks).map((value): Block => {
      const block = objectOf(name, "a block", value);
      if (end >= units) {
        throw new RangeError(`${name}: the blocks of a point hold all ${units} units, and another block follows`);
      }
      const first = whole("a block's first unit", block.first, end, units - 1);
      const length = whole("a block's units", block.units, 1, units - first);
      const aligned = Number.isInteger(Math.log2(length)) && first % length === 0;
      if (!aligned && !(stopped === length && first === 0)) {
        throw new RangeError(`${name}: a block of ${length} units cannot begin at unit ${first}`);
      }
      end = first + length;
      const sums = sumsOf(block.sums);
      if (block.marks === undefined) return { first, units: length, sums };
      const marks = arrayOf(name, "a block's marks", block.marks).map((value) => {
        const mark = objectOf(name, "a mark", value);
        return { unit: whole("a mark's unit", mark.unit, first, end - 1), sums: sumsOf(mark.sums) };
      });
      return { first, units: length, sums, marks };
    });
    const db = point.db;
    return stopped === undefined ? { db, blocks } : { db, blocks, stopped };
  });
  const dbs = points.map(({ db }) => db);
  if (dbs.some((db, i) => i > 0 && db <= dbs[i - 1])) {
    throw new RangeError(`${name}: the ledger's points must rise, got ${dbs.join(", ")}`);
  }
  return { ...expected, points };
}
