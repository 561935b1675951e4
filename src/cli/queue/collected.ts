import type { AdapterDescription } from "../../core/gpu/device.ts";
import { mergeLedger } from "../../core/measurement/ledger.ts";
import { parseLedger, sweepJson } from "../../core/measurement/sweep-file.ts";
import { newSweep, sweepStep, type SweepState } from "../../core/measurement/sweep.ts";
import type { AnySweep } from "../sweep/sweeps.ts";
import type { RangeResult, Snapshot, StoredCounts, SweepRecord } from "./sweep-store.ts";

/** A sweep in Redis with its counts. */
export interface Collected {
  measurement: AnySweep;
  state: SweepState<object>;
  /** Adapters that computed, each once. */
  adapters: AdapterDescription[];
}

/**
 * Returns a sweep of Redis without counts.
 *
 * @throws RangeError if this release does not know the sweep or its configuration.
 */
export function sweepOf({ id, experiment, config }: SweepRecord, sweeps: readonly AnySweep[]): Collected {
  const measurement = sweeps.find(({ name }) => name === experiment);
  if (!measurement) throw new RangeError(`${id}: this release of Threeray has no sweep "${experiment}"`);
  return { measurement, state: newSweep(measurement, measurement.parse(JSON.parse(config))), adapters: [] };
}

/** Adds a snapshot's counts. @throws RangeError or TypeError if they are not of this sweep. */
export function addSnapshot({ measurement, state, adapters }: Collected, snapshot: Snapshot): void {
  mergeLedger(state.ledger, parseLedger(measurement, state.config, snapshot.ledger));
  for (const adapter of snapshot.adapters) addAdapter(adapters, adapter);
}

/** Returns a range's counts from the JSON that a worker has sent. @throws If they are not of this sweep. */
export function parseResult({ measurement, state }: Collected, json: string): RangeResult {
  const { task, point, ms, adapter } = JSON.parse(json) as RangeResult;
  const [checked] = parseLedger(measurement, state.config, { ...state.ledger, points: [point] }).points;
  const whole = [task.first, task.count].every(Number.isSafeInteger);
  if (!whole || task.db !== checked.db || typeof ms !== "number") {
    throw new RangeError(`${measurement.name}: a range does not fit its counts`);
  }
  return { task, point: checked, ms, adapter };
}

export function addAdapter(adapters: AdapterDescription[], adapter: AdapterDescription): void {
  const text = JSON.stringify(adapter);
  if (!adapters.some((known) => JSON.stringify(known) === text)) adapters.push(adapter);
}

/** Returns a sweep with all of its counts. Results that are not of this sweep are left out. */
export function collect(record: SweepRecord, counts: StoredCounts, sweeps: readonly AnySweep[]): Collected {
  const collected = sweepOf(record, sweeps);
  if (counts.snapshot) addSnapshot(collected, counts.snapshot);
  for (const [, json] of counts.results) {
    const result = readResult(collected, json);
    if (!result) continue;
    mergeLedger(collected.state.ledger, { ...collected.state.ledger, points: [result.point] });
    addAdapter(collected.adapters, result.adapter);
  }
  return collected;
}

/** Like {@link parseResult}; undefined for counts that are not of this sweep. Their units are computed again. */
export function readResult(collected: Collected, json: string): RangeResult | undefined {
  try {
    return parseResult(collected, json);
  } catch {
    return undefined;
  }
}

/** Returns what `sweep results` writes. */
export function resultsJson(record: SweepRecord, counts: StoredCounts, sweeps: readonly AnySweep[]): object {
  const { measurement, state, adapters } = collect(record, counts, sweeps);
  const { done: complete } = sweepStep(measurement, state);
  // Workers with different adapters have no common description.
  const [adapter, another] = adapters;
  const json = sweepJson({ measurement, state, adapter: another ? undefined : adapter, complete });
  return { ...json, done: complete || record.status !== "running" };
}
