import type { Gpu } from "../gpu/device.ts";
import type { GpuHost } from "../gpu/host.ts";
import { refinedPoints } from "./auto-points.ts";
import { type Claims, createClaims } from "./claims.ts";
import { addUnits, isSatisfied, type Ledger, mergePoint, newLedger, sumsOf, uncounted } from "./ledger.ts";
import type { Measurement, PartialCounts } from "./measurement.ts";
import {
  compileBatch,
  deviceLane,
  type Lane,
  type BatchOptions,
  type Batches,
  schedule,
  type Task,
  type Work,
} from "./schedule.ts";

/** Part `index` of `count` of every point's units; 1 of 1 is all units. */
export interface Shard {
  index: number;
  count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

/** The state of a sweep: enough to resume it on any device, or to merge it with other parts. */
export interface SweepState<Config> {
  config: Config;
  shard: Shard;
  ledger: Ledger;
}

/** How a sweep runs. The counts of its units do not depend on it. */
export interface SweepOptions extends BatchOptions {
  signal?: AbortSignal;
  /** Shortest time between two steps, ms. Default: 100. */
  stepMs?: number;
}

/** A state of a sweep while it runs. */
export interface SweepStep<Config, Row> {
  state: SweepState<Config>;
  /** Part of the work that is done, 0 to 1; it never falls while the sweep runs. A stop rule ends points early. */
  progress: number;
  done: boolean;
  /** True if the progress grows evenly. It jumps if the sweep still chooses points, or if a stop rule ends them early. */
  steady: boolean;
  /** The point in progress, dB. */
  db?: number;
  /**
   * Computed when it is read. On a slow device these may be ahead of the state: receivers that are done with a unit do not wait for the others. A sweep that
   * is resumed counts that unit again.
   */
  readonly results: Row[];
}

/** Largest number of shards and of errors in a stop rule. More would only use memory. */
export const MOST_SHARDS = 10_000;

/** Returns the units [from, to) of a shard. */
export function shardUnits(units: number, { index, count }: Shard): [number, number] {
  return [Math.floor((units * (index - 1)) / count), Math.floor((units * index) / count)];
}

/**
 * Returns the state of a sweep that has not begun.
 *
 * @throws RangeError if the shard does not exist, or if a shard has automatic points.
 *
 * @example
 * ```ts
 * import { newSweep } from "threeray/measurement";
 * import { turboSweep } from "threeray/sweeps";
 *
 * // Part 2 of 4, for one of four machines.
 * const config = turboSweep.parse({ length: 40, codewords: 400, ebn0: [2] });
 * const { shard } = newSweep(turboSweep, config, { index: 2, count: 4 });
 * console.log(`${shard.index}/${shard.count}`); // 2/4
 * ```
 */
export function newSweep<Config>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  shard: Shard = WHOLE,
): SweepState<Config> {
  const { index, count } = shard;
  const whole = [index, count].every(Number.isInteger);
  if (!whole || index < 1 || index > count || count > MOST_SHARDS) {
    throw new RangeError(
      `${measurement.name}: a shard is INDEX/COUNT with 1 ≤ INDEX ≤ COUNT ≤ ${MOST_SHARDS}, got ${index}/${count}`,
    );
  }
  if (count > 1 && !Array.isArray(measurement.axis(config).points)) {
    throw new RangeError(
      `${measurement.name}: automatic points need the counts of all shards; give the points as FROM:STEP:TO`,
    );
  }
  const ledger = newLedger({
    receivers: measurement.receivers(config),
    fields: typeof measurement.fields === "function" ? measurement.fields(config) : measurement.fields,
    stop: measurement.stop(config),
    units: measurement.units(config),
  });
  return { config, shard, ledger };
}

/** Returns the points of a state known so far, dB: from its configuration, or chosen from its counts. */
export function sweepPoints<Config>(
  { axis, curve = { errors: "errors", trials: "bits" } }: Measurement<Config, unknown>,
  { config, ledger }: SweepState<Config>,
): { points: number[]; last: boolean } {
  const { points } = axis(config);
  if (Array.isArray(points)) return { points, last: true };
  return refinedPoints(points, (db) => {
    if (!isSatisfied(ledger, db, 0, ledger.units)) return undefined;
    return sumsOf(ledger, db).map((sums) => ({
      errors: sums[ledger.fields.indexOf(curve.errors)],
      trials: sums[ledger.fields.indexOf(curve.trials)],
    }));
  });
}

/** Units of a point in progress. */
type Pending = readonly { task: Task; part: PartialCounts }[];

/**
 * Returns the results of a state: every receiver at every known point, in this order.
 *
 * @example
 * ```ts
 * import { newSweep, sweepResults } from "threeray/measurement";
 * import { turboSweep } from "threeray/sweeps";
 *
 * // Nothing is counted yet: the rates are null.
 * const state = newSweep(turboSweep, turboSweep.parse({ length: 40, ebn0: [2] }));
 * const [first] = sweepResults(turboSweep, state);
 * console.log(first.ebn0Db, first.frames, first.ber); // 2 0 null
 * ```
 */
export function sweepResults<Config, Row>(measurement: Measurement<Config, Row>, state: SweepState<Config>): Row[] {
  return createResults(measurement)(state);
}

/** Returns the results of a state. `pending` units are not in it yet; they count for the receivers that have finished them. */
type Results<Config, Row> = (state: SweepState<Config>, pending?: Pending) => Row[];

/**
 * Returns a function that gives the results of successive states of one sweep: like {@link sweepResults}, but rows whose
 * counts have not changed are not computed again. (Intervals take longer than everything else on the main thread.)
 */
function createResults<Config, Row>(measurement: Measurement<Config, Row>): Results<Config, Row> {
  const known = new Map<string, { counts: string; row: Row }>();
  return (state, pending = []) => {
    const { config, ledger } = state;
    return sweepPoints(measurement, state).points.flatMap((db) => {
      const parts = pending.filter(({ task }) => task.db === db).map(({ part }) => part);
      return sumsOf(ledger, db).map((sums, receiver) => {
        const total = withParts(ledger, sums, receiver, parts);
        const [place, counts] = [`${db} ${receiver}`, total.join()];
        const before = known.get(place);
        if (before?.counts === counts) return before.row;
        const row = measurement.row(config, db, receiver, total);
        known.set(place, { counts, row });
        return row;
      });
    });
  };
}

/** Returns a receiver's sums, with its partial results in pages. */
function withParts(
  { receivers, fields }: Ledger,
  sums: readonly number[],
  receiver: number,
  parts: readonly PartialCounts[],
): number[] {
  const total = [...sums];
  for (const part of parts) {
    if (receiver >= part.receivers) continue;
    for (let at = receiver * fields.length; at < part.counts.length; at += receivers * fields.length) {
      for (let f = 0; f < fields.length; f++) total[f] += part.counts[at + f];
    }
  }
  return total;
}

/** Returns a copy that later counts do not change. No function changes a block, so ledgers may share blocks. */
function copyOf<Config>({ config, shard, ledger }: SweepState<Config>): SweepState<Config> {
  const points = ledger.points.map((point) => ({ ...point, blocks: [...point.blocks] }));
  return { config, shard, ledger: { ...ledger, points } };
}

/** Number of further points expected while the sweep chooses points. Only the progress depends on it. */
const POINTS_TO_COME = 8;

/** Returns a state's progress and results. The results are computed when they are read. */
export function sweepStep<Config, Row>(
  measurement: Measurement<Config, Row>,
  state: SweepState<Config>,
): SweepStep<Config, Row> {
  return stepOf(measurement, state, [], createResults(measurement));
}

function stepOf<Config, Row>(
  measurement: Measurement<Config, Row>,
  state: SweepState<Config>,
  pending: Pending,
  resultsOf: Results<Config, Row>,
): SweepStep<Config, Row> {
  const { ledger, shard } = state;
  const [from, to] = shardUnits(ledger.units, shard);
  const { points, last } = sweepPoints(measurement, state);
  const open = points.filter((db) => !isSatisfied(ledger, db, from, to));
  const done = last && open.length === 0;
  const shareOf = (db: number) => {
    const under = pending.filter(({ task }) => task.db === db);
    const begun = under.reduce((sum, { task, part }) => sum + part.share * task.count, 0);
    const missing = uncounted(ledger, db, from, to).reduce((sum, [first, end]) => sum + end - first, 0);
    return Math.max((to - from - missing + begun) / (to - from), stopShare(ledger, db));
  };
  const expected = points.length + (last ? 0 : POINTS_TO_COME);
  const share = (points.length - open.length + open.reduce((sum, db) => sum + shareOf(db), 0)) / expected;
  let results: Row[] | undefined;
  return {
    state,
    progress: done ? 1 : share,
    done,
    steady: last && (ledger.stop.errors === 0 || open.length <= 1),
    db: open[0],
    get results() {
      results ??= resultsOf(state, pending);
      return results;
    },
  };
}

/** Returns the part of the errors that end a point which every receiver has, 0 to 1. */
function stopShare(ledger: Ledger, db: number): number {
  const { fields, stop } = ledger;
  if (stop.errors === 0) return 0;
  const field = fields.indexOf(stop.field);
  return Math.min(1, ...sumsOf(ledger, db).map((sums) => sums[field] / stop.errors));
}

/** Units of the first page. */
const TRIAL = 8;

/**
 * Returns how a device computes a sweep in pages.
 *
 * @param units Units per point. Default: all of the configuration's.
 */
export function sweepBatches<Config>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  units = measurement.units(config),
): Batches {
  return {
    trial: TRIAL,
    most: (gpu) => measurement.most(gpu, config),
    even: (page) => Math.ceil(units / Math.ceil(units / page)),
    open: (gpu, page) => measurement.open(gpu, config, page),
  };
}

/** Begins to compile the kernels that a sweep needs first on a device. */
export async function compileSweep<Config>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  gpu: Gpu,
): Promise<void> {
  await compileBatch(gpu, sweepBatches(measurement, config));
}

/** Returns the claims of a state: what is still needed, without tasks in progress. */
export function sweepClaims<Config>(measurement: Measurement<Config, unknown>, state: SweepState<Config>): Claims {
  const { ledger, shard } = state;
  return createClaims(ledger, shardUnits(ledger.units, shard), () => sweepPoints(measurement, state));
}

/**
 * Runs a sweep from a state on one or several devices. The counts do not depend on the number of devices, on pages, on
 * order or on interruptions. Each yielded state can resume the sweep on any device.
 *
 * Ends early without an error when the signal aborts.
 *
 * @param devices Devices of this process, or other lanes, e.g. processes.
 * @throws See {@link deviceLane}.
 *
 * @example
 * ```ts
 * import { openGpuHost } from "threeray/gpu";
 * import { newSweep, runSweep } from "threeray/measurement";
 * import { turboSweep } from "threeray/sweeps";
 *
 * const host = await openGpuHost();
 * const start = newSweep(turboSweep, turboSweep.parse({ length: 40, codewords: 64, ebn0: [8], iterations: [2] }));
 * let frames = 0;
 * for await (const { results } of runSweep(turboSweep, [host], start)) frames = results[0].frames;
 * console.log(frames); // 64
 * host.close();
 * ```
 */
export async function* runSweep<Config, Row>(
  measurement: Measurement<Config, Row>,
  devices: readonly (GpuHost | Lane)[],
  start: SweepState<Config>,
  { signal, stepMs, ...options }: SweepOptions = {},
): AsyncGenerator<SweepStep<Config, Row>> {
  const state = copyOf(start);
  const { config, ledger, shard } = state;
  const [from, to] = shardUnits(ledger.units, shard);
  const resultsOf = createResults(measurement);
  const claims = sweepClaims(measurement, state);
  /** Partial results of tasks in progress. */
  const parts = new Map<Task, PartialCounts>();
  let progress = 0;
  const snapshot = () => {
    const pending = [...parts].map(([task, part]) => ({ task, part }));
    const step = stepOf(measurement, copyOf(state), pending, resultsOf);
    progress = Math.max(progress, step.progress);
    step.progress = progress;
    return step;
  };
  const counted = (task: Task) => {
    parts.delete(task);
    claims.counted(task);
  };
  const work: Work = {
    next: claims.next,
    left: claims.left,
    tell: (task, part) => void parts.set(task, part),
    deliver(task, counts) {
      addUnits(ledger, task.db, task.first, counts);
      counted(task);
    },
    merge(task, point) {
      mergePoint(ledger, point);
      counted(task);
    },
    giveBack(task) {
      parts.delete(task);
      claims.giveBack(task);
    },
    wanted: claims.wanted,
    done: claims.done,
  };
  if (work.done()) {
    yield snapshot();
    return;
  }
  const pages = sweepBatches(measurement, config, to - from);
  const lanes = devices.map((device) => (typeof device === "function" ? device : deviceLane(device, pages, options)));
  for await (const _ of schedule(lanes, work, { signal, stepMs })) yield snapshot();
}
