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
  /** Ends the work in progress of a kind: "reading", "design". Returns the signal that ends what begins in its place. */
  begin(kind: string): AbortSignal;
  /**
   * Long work that takes turns with runs: it stops the one in progress, and begins when that has come to its end. Undefined
   * when it was stopped itself.
   */
  alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
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

/** Work on a device, beside other work on it; done again on a new device when it is lost. */
export async function onDevice<T>({ host, onRecovery }: Context, work: (gpu: Gpu) => Promise<T>): Promise<T> {
  async function* once(gpu: Gpu) {
    yield { state: undefined, answer: await lockOf(gpu.device).share(() => work(gpu)) };
  }
  for await (const step of resilient(host, undefined, once, { onRecovery })) return step.answer;
  throw new Error("unreachable");
}

/** A question that a device answers: see {@link onDevice}. */
export function deviceAsk<Arguments extends unknown[], Answer>(
  answer: (gpu: Gpu, ...args: Arguments) => Promise<Answer>,
): Ask<Arguments, Answer> {
  return (context, ...args) => onDevice(context, (gpu) => answer(gpu, ...args));
}

/** What a signal's work gives; undefined when it was stopped. */
export async function untilStopped<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** What an experiment keeps from one question to the next: one for each context. */
export function perContext<T>(create: () => T): (context: Context) => T {
  const kept = new WeakMap<Context, T>();
  return (context) => {
    const found = kept.get(context) ?? create();
    kept.set(context, found);
    return found;
  };
}

const toMove = new WeakSet<object>();

/** Marks an answer whose numbers nobody needs here any more: between threads they are moved, not copied. */
export function moved<Answer extends object>(answer: Answer): Answer {
  toMove.add(answer);
  return answer;
}

/** The buffers that an answer's typed arrays are in, where it is marked; none otherwise. */
export function buffersToMove(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== "object" || answer === null || !toMove.has(answer)) return [];
  const arrays = ArrayBuffer.isView(answer)
    ? [answer]
    : Object.values(answer).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}
