import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { FieldName, Schema } from "../configuration/fields.ts";
import { otherValue } from "../configuration/testing.ts";
import { kernelsOf } from "../gpu/compile-ahead.ts";
import type { GpuHost } from "../gpu/host.ts";
import { testGpu } from "../gpu/testing.ts";
import { setWorkgroupSizes, type WorkgroupSizes } from "../gpu/workgroup-size.ts";
import type { Uses } from "../configuration/uses.ts";
import type { Measurement, Watch } from "./measurement.ts";
import { parseSweep, sweepFile } from "./sweep-file.ts";
import { newSweep, runSweep, type SweepState } from "./sweep.ts";

/** The device of this test file, in an experiment's environment. */
export const testHost: GpuHost = { get: testGpu, close() {} };

/** An observer that never aborts and ignores partial results. */
const UNWATCHED: Watch = { signal: new AbortController().signal, tell() {} };

/** Runs a sweep from a configuration or a state to its end. A file with its counts must be accepted. */
export async function sweepToEnd<Config extends object, Row>(
  measurement: Measurement<Config, Row>,
  start: Config | SweepState<Config>,
  options: { page?: number } = {},
): Promise<{ state: SweepState<Config>; results: Row[] }> {
  const begin = "ledger" in start ? start : newSweep(measurement, start);
  let last: { state: SweepState<Config>; results: Row[] } = { state: begin, results: [] };
  for await (const { state, results } of runSweep(measurement, [testHost], begin, options)) last = { state, results };
  expect(parseSweep(measurement, JSON.parse(JSON.stringify(sweepFile(measurement, last.state))))).toEqual(last.state);
  return last;
}

/** Returns the states of a sweep after its first, each once. */
export async function statesOf<Config extends object>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  options: { page: number },
): Promise<SweepState<Config>[]> {
  const states = [newSweep(measurement, config)];
  for await (const { state } of runSweep(measurement, [testHost], states[0], { ...options, stepMs: 0 })) {
    if (!isDeepStrictEqual(state, states.at(-1))) states.push(state);
  }
  return states.slice(1);
}

/**
 * Expects the same file of a whole sweep before and after a tuning. Some frames must have errors, or a wrong size could change none.
 *
 * @param sizes Sizes that all devices allow. Each must change its kernel.
 */
export async function expectSameWhenTuned<Config extends object>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  sizes: WorkgroupSizes,
): Promise<void> {
  const gpu = await testGpu();
  const fileOf = async () => JSON.stringify(sweepFile(measurement, (await sweepToEnd(measurement, config)).state));
  async function tunedKernels() {
    const kernels = await kernelsOf(gpu.device, (device) => measurement.open({ ...gpu, device }, config, 4));
    return kernels.flatMap(({ label, constants }) => (label in sizes ? [{ label, constants }] : []));
  }
  const [file, usual] = [await fileOf(), await tunedKernels()];
  expect(file).toMatch(/"sums":\[\[\d+,[1-9]/);
  try {
    setWorkgroupSizes(gpu.device, sizes);
    const changed = (await tunedKernels()).filter((kernel, i) => !isDeepStrictEqual(kernel, usual[i]));
    expect(new Set(changed.map(({ label }) => label))).toEqual(new Set(Object.keys(sizes)));
    expect(await fileOf()).toBe(file);
  } finally {
    setWorkgroupSizes(gpu.device, {});
  }
}

/**
 * Checks the effect of a change of each field. A field that rebuilds the link must change its counts. A field that is
 * only set may change points, units or stop rule.
 *
 * @param base A configuration in which every field matters.
 * @param others Values for fields that {@link otherValue} does not know, or whose value from it would have no effect.
 * @param names The fields to change; all by default.
 * @returns The fields that contradict their schema, each with the reason. An empty list means that the schema is right.
 */
export async function wrongChanges<Config extends { lab: string; version: number }>(
  measurement: Measurement<Config, unknown>,
  schema: Schema<Config>,
  base: Config,
  others: Partial<Config>,
  names = Object.keys(schema.fields) as FieldName<Config>[],
): Promise<string[]> {
  const gpu = await testGpu();
  const db = (measurement.axis(base).points as number[])[0];
  const sweepOf = (config: Config) =>
    JSON.stringify([measurement.axis(config).points, measurement.units(config), measurement.stop(config)]);
  const countsOf = async (config: Config) => {
    const units = measurement.units(base);
    const link = await measurement.open(gpu, config, units);
    const counts = await link.run(db, 0, units, UNWATCHED);
    link.destroy();
    const width = measurement.receivers(config) * newSweep(measurement, config).ledger.fields.length;
    return Array.from({ length: units }, (_, unit) => {
      const sums = new Float64Array(width);
      counts!.add(sums, unit, unit + 1);
      return sums.join();
    }).join();
  };
  const [before, sweep] = [await countsOf(base), sweepOf(base)];
  const wrong: string[] = [];
  for (const name of names) {
    const value = name in others ? others[name] : otherValue(schema.fields[name], base[name]);
    const config = schema.parse({ ...base, [name]: value });
    const { change, noEffect } = schema.fields[name];
    const counts = (await countsOf(config)) !== before;
    if (noEffect && counts) wrong.push(`${name} has an effect`);
    if (change === "rebuild" && !noEffect && !counts) wrong.push(`${name} changes no count`);
    if (change === "set" && counts) wrong.push(`${name} changes counts of a link that it does not rebuild`);
    if (change === "set" && sweepOf(config) === sweep) wrong.push(`${name} changes nothing`);
  }
  return wrong;
}

/**
 * Returns the fields that have no use in a configuration, and those among them that change a count all the same.
 *
 * @param others Values for fields whose usual other value is refused, or has no effect anywhere.
 * @param isTried Leaves fields out. Default: none.
 */
export async function unusedChanges<Config extends { lab: string; version: number }>(
  measurement: Measurement<Config, unknown>,
  schema: Schema<Config>,
  uses: Uses<Config>,
  base: Config,
  others: Partial<Config>,
  isTried: (name: string) => boolean = () => true,
): Promise<{ unused: string[]; wrong: string[] }> {
  const unused = (Object.keys(uses) as FieldName<Config>[]).filter((name) => isTried(name) && !uses[name]?.when(base));
  const unchanged = await wrongChanges(measurement, schema, base, others, unused);
  return { unused, wrong: unused.filter((name) => !unchanged.includes(`${name} changes no count`)) };
}
