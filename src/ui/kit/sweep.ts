import { type AutoPoints } from "#core/configuration/fields.ts";
import type { ExperimentName } from "#core/experiments.ts";
import type { LedgerFile, LedgersTaken } from "#core/measurement/ledger-files.ts";
import type { SweepState, SweepStep } from "#core/measurement/sweep.ts";
import type { RunName, StepOf } from "../../worker/client.ts";
import { LONG_MS } from "./kept/cut-sweep.ts";
import { worker } from "./engine.ts";
import { createLedgers, type Ledgers } from "./ledgers.ts";
import { createRunner, type Runner, type Source, useRun, useWanted } from "./run.ts";

/** A lab's sweep of error rates. */
export interface Sweep<Config, Point> extends Runner<SweepStep<Config, Point>> {
  /** Name of the lab. */
  readonly lab: string;
  readonly ledgers: Ledgers;
  /** Has the kernels compiled with which it will begin, so that they are there when the figures before it are. */
  prepare(): void;
}

/** The experiments with a sweep. */
type SweepName = { [E in ExperimentName]: "sweep" extends RunName<E> ? E : never }[ExperimentName];
type SweepOf<E extends SweepName> =
  StepOf<E, "sweep" & RunName<E>> extends SweepStep<infer Config, infer Point> ? Sweep<Config, Point> : never;
type ConfigOf<E extends SweepName> = ReturnType<SweepOf<E>["config"]>;

interface SweepOptions<E extends SweepName, State> extends Source<State, ConfigOf<E>> {
  experiment: E;
  /** The status line's text while it runs: "Sweeping SNR". */
  doing: string;
  /** Gives the lab the configuration of an opened file. */
  adopt(config: ConfigOf<E>): void;
}

/** Creates the sweep of a lab, whose experiment has the questions of `sweepAsks`. */
export function createSweep<E extends SweepName, State>({ adopt, ...source }: SweepOptions<E, State>): SweepOf<E> {
  type Config = ConfigOf<E>;
  const { experiment } = source;
  const runner = createRunner({
    ...source,
    run: "sweep" as "sweep" & RunName<E>,
    failed: "The sweep could not continue.",
  }) as unknown as Runner<SweepStep<Config, unknown>>;
  const ask = worker.ask as (experiment: string, name: string, ...args: unknown[]) => Promise<unknown>;
  const write = (state: SweepState<Config>) => ask(experiment, "writeSweep", state) as Promise<string>;
  keepLong(experiment, runner, write as (state: SweepState<unknown>) => Promise<string>);
  const ledgers = createLedgers({
    lab: experiment,
    sweep: runner,
    adopt,
    take: (to: SweepState<Config> | undefined, files: readonly LedgerFile[]) =>
      ask(experiment, "takeLedgers", to, files) as Promise<LedgersTaken<Config, unknown>>,
    write,
    stop: () => void worker.stop(),
  });
  // What does not compile fails where it is needed.
  const prepare = () => void ask(experiment, "compileSweep", runner.config()).catch(() => {});
  return { ...runner, lab: experiment, ledgers, prepare } as unknown as SweepOf<E>;
}

/** Keeps the counts of long sweeps in the browser's storage. */
function keepLong(
  lab: string,
  { store }: Runner<SweepStep<unknown, unknown>>,
  write: (state: SweepState<unknown>) => Promise<string>,
): void {
  const load = async () => (await import("./kept/kept-sweep.ts")).createSweepKeeper(lab, write);
  let loading: ReturnType<typeof load> | undefined;
  store.subscribe((run, before) => {
    // Counts from a file have no duration.
    const isLong = (run.ms ?? 0) >= LONG_MS;
    const hasStopped = before.phase === "running" && run.phase !== "running";
    if (!run.step || !isLong || (run.step === before.step && !hasStopped)) return;
    loading ??= load();
    loading.then((keep) => keep(run)).catch(() => {});
  });
}

const NO_POINTS: readonly never[] = [];

/** Returns the shown sweep with its own configuration, which may differ from the rail. */
export function useShown<Config, Point>(sweep: Sweep<Config, Point>): { config: Config; points: readonly Point[] } {
  const { step } = useRun(sweep);
  const wanted = useWanted(sweep);
  return { config: step?.state.config ?? wanted, points: step?.results ?? NO_POINTS };
}

/**
 * Returns the ends of a sweep's axis: the first and last point. If the sweep chooses its points, only the known ones
 * count.
 *
 * @param found Points with results, in any order.
 */
export function axisRange(wanted: number[] | AutoPoints, found: readonly number[]): [number, number] {
  const points = Array.isArray(wanted) ? wanted : found;
  return points.length > 0 ? [Math.min(...points), Math.max(...points)] : [0, 10];
}
