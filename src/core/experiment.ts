import type { Gpu } from "./gpu/device.ts";
import { type GpuHost, type Recovery, resilient } from "./gpu/host.ts";
import { lockOf } from "./gpu/lock.ts";
import type { Measurement } from "./measurement/measurement.ts";
import { newSweep, runSweep, type SweepState, type SweepStep } from "./measurement/sweep.ts";

/** What an experiment works with, whoever runs it: the page's worker, or a command. */
export interface Context {
  host: GpuHost;
  /** Told when a device was lost or memory was short, and the work goes on. */
  onRecovery(recovery: Recovery): void;
}

/**
 * A long run: it yields steps whose `state` resumes it, and ends early, without an error, when the signal aborts.
 * `start` is a configuration, or a state that an earlier run yielded.
 */
export type Run<Start, Step> = (context: Context, start: Start, signal: AbortSignal) => AsyncGenerator<Step>;

/** One question, answered once. */
export type Ask<Arguments extends unknown[], Answer> = (context: Context, ...args: Arguments) => Promise<Answer>;

/** The run of a sweep. */
export function sweepRun<Config extends object, Row>(
  measurement: Measurement<Config, Row>,
): Run<Config | SweepState<Config>, SweepStep<Config, Row>> {
  return ({ host, onRecovery }, start, signal) => {
    const state = "ledger" in start ? start : newSweep(measurement, start);
    return runSweep(measurement, [host], state, { signal, onRecovery });
  };
}

/**
 * A run on one device that goes on from its last state when the device was lost.
 *
 * @param begin The state of a run that has not begun.
 */
export function deviceRun<Start, State, Step extends { state: State }>(
  begin: (start: Start) => State,
  run: (gpu: Gpu, state: State, options: { signal: AbortSignal }) => AsyncGenerator<Step>,
): Run<Start, Step> {
  return ({ host, onRecovery }, start, signal) =>
    resilient<State, Step>(host, begin(start), (gpu, from) => run(gpu, from, { signal }), { onRecovery });
}

/** A question that a device answers, beside other work on it; asked again on a new device when it is lost. */
export function deviceAsk<Arguments extends unknown[], Answer>(
  answer: (gpu: Gpu, ...args: Arguments) => Promise<Answer>,
): Ask<Arguments, Answer> {
  return async ({ host, onRecovery }, ...args) => {
    async function* once(gpu: Gpu) {
      yield { state: undefined, answer: await lockOf(gpu.device).share(() => answer(gpu, ...args)) };
    }
    for await (const step of resilient(host, undefined, once, { onRecovery })) return step.answer;
    throw new Error("unreachable");
  };
}
