import { EXPERIMENTS } from "../../core/experiments.ts";
import type { Measurement } from "../../core/measurement/measurement.ts";
import { newSweep, type SweepState } from "../../core/measurement/sweep.ts";
import { readJson } from "../files.ts";
import { UsageError } from "../options.ts";
import { readSweep } from "./run-sweep.ts";

export type AnySweep = Measurement<object, unknown>;

/** Returns the sweeps of all experiments. */
export async function allSweeps(): Promise<AnySweep[]> {
  const modules: readonly object[] = await Promise.all(Object.values(EXPERIMENTS).map((load) => load()));
  return modules.flatMap((module) => ("sweep" in module ? [module.sweep as AnySweep] : []));
}

/** Returns the sweep of this name; undefined if there is none. It loads few other experiments: those named alike come first. */
export async function sweepNamed(name: string): Promise<AnySweep | undefined> {
  const alike = ([key]: [string, unknown]) => Number(key.startsWith(name));
  const loaders: [string, () => Promise<object>][] = Object.entries(EXPERIMENTS);
  for (const [, load] of loaders.toSorted((a, b) => alike(b) - alike(a))) {
    const module = await load();
    if ("sweep" in module && (module.sweep as AnySweep).name === name) return module.sweep as AnySweep;
  }
  return undefined;
}

/** A sweep to run, from a file that names no command. */
export interface SweepToRun {
  measurement: AnySweep;
  state: SweepState<object>;
  /** True if the file holds counted units, and not only a configuration. */
  begun: boolean;
}

/**
 * Returns the sweep in a file: a result that --json wrote, or only its `config`.
 *
 * @throws UsageError that names the file and says what is wrong with it.
 */
export async function readSweepToRun(file: string): Promise<SweepToRun> {
  const content = readJson(file);
  const sweeps = await allSweeps();
  const { experiment, lab, ledger, config } = (content ?? {}) as Record<string, unknown>;
  const measurement = sweeps.find(({ name }) => name === experiment);
  if (measurement && ledger !== undefined) return { measurement, state: readSweep(measurement, file), begun: true };
  const given = measurement ? config : content;
  const fitting = measurement ? [measurement] : sweepsNamed(sweeps, lab);
  const reasons: string[] = [];
  const found: SweepToRun[] = [];
  for (const one of fitting) {
    try {
      found.push({ measurement: one, state: newSweep(one, one.parse(given)), begun: false });
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  if (found.length === 1) return found[0];
  if (fitting.length === 1) throw new UsageError(`${file}: ${reasons[0]}`);
  throw new UsageError(
    `${file}: holds no configuration of a sweep. Give a result that --json wrote, or its "config". ` +
      `The sweeps are ${sweeps.map(({ name }) => name).join(", ")}.`,
  );
}

/** A configuration's field `lab` names its sweep; a configuration without one is tried with all. */
const sweepsNamed = (sweeps: readonly AnySweep[], lab: unknown) => {
  const named = sweeps.filter(({ name }) => name === lab);
  return named.length > 0 ? named : sweeps;
};
