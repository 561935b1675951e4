import type { ReadFile } from "./blob-like.ts";
import type { OpenTemporary } from "./temporary-file.ts";
import type { Gpu } from "./gpu/device.ts";
import { type GpuHost, type Recovery, resilient } from "./gpu/host.ts";
import type { OpenSource } from "./flow/build/block-factory.ts";
import { lockOf } from "./gpu/lock.ts";
import type { LedgerFile } from "./measurement/ledger-files.ts";
import type { LatencyState, LatencyStep, LatencyUnit } from "./measurement/latency.ts";
import type { Measurement } from "./measurement/measurement.ts";
import type { SweepState, SweepStep } from "./measurement/sweep.ts";

/** The environment of an experiment, in the page's worker or in a command. */
export interface Context {
  host: GpuHost;
  /** Called when a device was lost or memory was short, and the work continues. */
  onRecovery(recovery: Recovery): void;
  /** Opens a graph's source that only the page's worker can open, e.g. a radio. */
  open?: OpenSource;
  /** Opens a file for bytes that memory should not hold. */
  openTemporary?: OpenTemporary;
  /** Reads long ranges of files faster than they do themselves. */
  readFile?: ReadFile;
  /**
   * Ends the work in progress of a kind, for example "reading" or "design". Returns the signal that ends the new work
   * of that kind. It has aborted already if a newer question began such work first.
   */
  begin(kind: string): AbortSignal;
  /** Ends the work in progress of a kind. */
  end(kind: string): void;
  /**
   * Does long work that must not overlap with a run: stops the run in progress and waits for its end. Returns undefined
   * if this work was stopped too.
   */
  alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
}

/**
 * A long run. It yields steps whose `state` resumes it, and ends early without an error when the signal aborts. `start`
 * is a configuration, or a state from an earlier run.
 */
export type Run<Start, Step> = (context: Context, start: Start, signal: AbortSignal) => AsyncGenerator<Step>;

/** One question with one answer. */
export type Ask<Arguments extends unknown[], Answer> = (context: Context, ...args: Arguments) => Promise<Answer>;

/** Returns the run of a sweep. The page's worker fetches the engine with the first sweep. */
export function sweepRun<Config extends object, Row>(
  measurement: Measurement<Config, Row>,
): Run<Config | SweepState<Config>, SweepStep<Config, Row>> {
  return async function* ({ host, onRecovery }, start, signal) {
    const { newSweep, runSweep } = await import("./measurement/sweep.ts");
    const state = "ledger" in start ? start : newSweep(measurement, start);
    yield* runSweep(measurement, [host], state, { signal, onRecovery });
  };
}

/**
 * Returns the questions about a sweep: the page has its kernels compiled before it begins, merges ledgers, and saves the counts for other
 * machines.
 */
export function sweepAsks<Config extends object, Row>(measurement: Measurement<Config, Row>) {
  // Fetched with the first file.
  const engine = () => import("./measurement/ledger-files.ts");
  return {
    compileSweep: deviceAsk(async (gpu, config: Config) => {
      const { compileSweep } = await import("./measurement/sweep.ts");
      await compileSweep(measurement, config, gpu);
    }),
    takeLedgers: async (_: unknown, to: SweepState<Config> | undefined, files: readonly LedgerFile[]) =>
      (await engine()).takeLedgers(measurement, to, files),
    writeSweep: async (_: unknown, state: SweepState<Config>) => (await engine()).writeSweep(measurement, state),
  };
}

/**
 * Returns a run on one device that continues from its last state after the device was lost.
 *
 * @param begin Returns the state of a run that has not begun.
 */
export function deviceRun<Start, State, Step extends { state: State }>(
  begin: (start: Start) => State,
  run: (gpu: Gpu, state: State, options: { signal: AbortSignal }) => AsyncGenerator<Step>,
): Run<Start, Step> {
  return ({ host, onRecovery }, start, signal) =>
    resilient<State, Step>(host, begin(start), (gpu, from) => run(gpu, from, { signal }), { onRecovery });
}

/** Returns the run that measures how long an experiment's smallest piece of work takes alone. Fetched with the first one. */
export const latencyRun = <Config extends object>(
  open: (gpu: Gpu, config: Config) => Promise<LatencyUnit>,
): Run<Config | LatencyState<Config>, LatencyStep<Config>> =>
  deviceRun(
    (start: Config | LatencyState<Config>) => ("times" in start ? start : { config: start, times: [], clockStep: 0 }),
    async function* (gpu, state, options) {
      const { measureLatency } = await import("./measurement/latency.ts");
      yield* measureLatency(gpu, state, () => open(gpu, state.config), options);
    },
  );

/** Does work on a device that other work may share. Repeats it on a new device if the device is lost. */
export async function onDevice<T>({ host, onRecovery }: Context, work: (gpu: Gpu) => Promise<T>): Promise<T> {
  async function* once(gpu: Gpu) {
    yield { state: undefined, answer: await lockOf(gpu.device).share(() => work(gpu)) };
  }
  for await (const step of resilient(host, undefined, once, { onRecovery })) return step.answer;
  throw new Error("unreachable");
}

/** Returns a question that a device answers: see {@link onDevice}. */
export function deviceAsk<Arguments extends unknown[], Answer>(
  answer: (gpu: Gpu, ...args: Arguments) => Promise<Answer>,
): Ask<Arguments, Answer> {
  return (context, ...args) => onDevice(context, (gpu) => answer(gpu, ...args));
}

/** Returns the result of work with a signal; undefined if it was stopped. */
export async function untilStopped<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Returns a store that an experiment keeps between questions, one per host, because each question has its own context. */
export function perContext<T>(create: () => T): (context: Context) => T {
  const kept = new WeakMap<GpuHost, T>();
  return ({ host }) => {
    const found = kept.get(host) ?? create();
    kept.set(host, found);
    return found;
  };
}

const toMove = new WeakSet<object>();

/** Marks an answer whose numbers this thread no longer needs: its buffers are moved between threads, not copied. */
export function moved<Answer extends object>(answer: Answer): Answer {
  toMove.add(answer);
  return answer;
}

/** Returns the buffers of a marked answer's typed arrays, or an empty list for other answers. */
export function buffersToMove(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== "object" || answer === null || !toMove.has(answer)) return [];
  const arrays = ArrayBuffer.isView(answer)
    ? [answer]
    : Object.values(answer).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}
