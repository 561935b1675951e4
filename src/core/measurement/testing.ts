import type { GpuHost } from "../gpu/host.ts";
import { testGpu } from "../gpu/testing.ts";
import type { Measurement } from "./measurement.ts";
import { newSweep, runSweep, type SweepState } from "./sweep.ts";

/** This test file's device, as an experiment gets it. */
export const testHost: GpuHost = { get: testGpu, close() {} };

/** Runs a sweep from a configuration or a state to its end. */
export async function sweepToEnd<Config extends object, Row>(
  measurement: Measurement<Config, Row>,
  start: Config | SweepState<Config>,
  options: { page?: number } = {},
): Promise<{ state: SweepState<Config>; results: Row[] }> {
  const begin = "ledger" in start ? start : newSweep(measurement, start);
  let last: { state: SweepState<Config>; results: Row[] } = { state: begin, results: [] };
  for await (const { state, results } of runSweep(measurement, [testHost], begin, options)) last = { state, results };
  return last;
}

/** The states that a sweep yields. */
export async function statesOf<Config extends object>(
  measurement: Measurement<Config, unknown>,
  config: Config,
  options: { page: number },
): Promise<SweepState<Config>[]> {
  const states: SweepState<Config>[] = [];
  for await (const { state } of runSweep(measurement, [testHost], newSweep(measurement, config), options)) {
    states.push(state);
  }
  return states;
}
