import type { GpuHost } from "../../core/gpu/host.ts";
import type { Measurement } from "../../core/measurement/measurement.ts";
import { parseSweep, sweepJson } from "../../core/measurement/sweep-file.ts";
import { newSweep, runSweep, type Shard, sweepBatches, type SweepState } from "../../core/measurement/sweep.ts";
import { chooseDevices } from "../devices/device-list.ts";
import { openDevice, openProcesses } from "../devices/sweep-devices.ts";
import { readJson } from "../files.ts";
import { type Command, command, type Examples, type OwnOptions } from "../command.ts";
import { type Arguments, type ExtraOption, type Options, orUsage, UsageError, wholeNumber } from "../options.ts";
import { writeJson } from "../output.ts";
import { createProgress, interruptSignal, print, tell, unlessInterrupted, untilInterrupted } from "../terminal.ts";

/** The options of every sweep: they mean the same in each command. */
export const SWEEP_OPTIONS = {
  json: {
    value: "FILE|-",
    output: true,
    description:
      "Write results and counts as JSON to a file, or with - to standard output. Ctrl-C keeps the results so far, and a file gets them each minute.",
  },
  shard: { value: "I/N", description: "Run part I of N of every point. The command merge combines the parts." },
  resume: {
    value: "FILE",
    input: "continued",
    description: "Continue the sweep in a file that --json wrote, with the file's configuration.",
  },
  gpus: {
    value: "all|N|LIST",
    description:
      "Compute on several GPUs, in a process each: all, the first N, or those with these numbers, e.g. 0,2 or 2, for GPU 2 alone. It does not change the result.",
  },
  "default-limits": {
    description: "Stay within WebGPU's default limits, as on a laptop. It does not change the result.",
  },
} satisfies Record<string, ExtraOption>;

export interface Sweep<Config extends object, Row> {
  measurement: Measurement<Config, Row>;
  /** The configuration from the command line; undefined if it gives none. */
  config: Config | undefined;
  extras: Arguments["extras"];
  /** Largest number of units per page, if the command line gives it. */
  page?: number;
  /** Further results of a complete sweep, for example timings. */
  afterwards?(host: GpuHost, config: Config, signal: AbortSignal): Promise<object>;
  describe(rows: readonly Row[], after: object): string;
  /** Called when there are new counts. */
  onStep?(step: { done: boolean }): void;
}

/** A command that runs the sweep of one experiment: it has the measurement's name. */
interface SweepCommand<Config extends object, Row> extends Pick<Sweep<Config, Row>, "measurement" | "describe"> {
  about: string;
  /** The text of the help, where it says more than the overview. */
  details?: string;
  examples: Examples;
  options: Options;
  /** Options that other sweeps do not have. */
  extras?: OwnOptions;
  /** Returns the configuration's fields, not yet checked. Default: the given ones. What it adds to these counts as given. */
  fieldsOf?(given: Arguments["given"], own: Arguments["extras"]): object;
  /** Tells which options have no effect. */
  tellUnused?(config: Config, given: Arguments["given"]): void;
  /** Further results of a complete sweep, for example timings. */
  afterwards?(host: GpuHost, config: Config, own: Arguments["extras"], signal: AbortSignal): Promise<object>;
  /** Returns what the options ask for in place of a sweep; undefined if they ask for the sweep. */
  instead?(config: Config, own: Arguments["extras"]): object | undefined;
}

export function sweepCommand<Config extends object, Row>(declared: SweepCommand<Config, Row>): Command {
  const { measurement, about, details, examples, options, extras, fieldsOf = (given) => given } = declared;
  const { tellUnused, afterwards, instead, describe } = declared;
  return command({
    name: measurement.name,
    about,
    details,
    examples,
    extras: { ...SWEEP_OPTIONS, ...extras } as OwnOptions,
    options,
    async run({ given, own }) {
      const fields = fieldsOf(given, own);
      // A resumed sweep has the configuration of its file.
      const isResumed = own.resume !== undefined && Object.keys(given).length === 0;
      const config = isResumed ? undefined : orUsage(() => measurement.parse(fields));
      if (config) tellUnused?.(config, given);
      const alone = config && instead?.(config, own);
      if (alone) {
        if (own.json) writeJson(own.json, { experiment: measurement.name, config, ...alone });
        if (own.json !== "-") print(describe([], alone));
        return 0;
      }
      return runSweepCommand<Config, Row>({
        measurement,
        config,
        extras: own,
        page: own["page-blocks"] === undefined ? undefined : wholeNumber("page-blocks", own["page-blocks"], { min: 1 }),
        afterwards: afterwards && ((host, config, signal) => afterwards(host, config, own, signal)),
        describe,
      });
    },
  });
}

/** Time between two saved states of a running sweep: the most that a crash of the machine loses. */
const SAVE_MS = 60_000;

/**
 * Runs a sweep and writes its results; a file gets the counts of a running sweep each minute.
 *
 * @returns Exit code: 0 when it is complete, else 1.
 */
export async function runSweepCommand<Config extends object, Row>(sweep: Sweep<Config, Row>): Promise<number> {
  const { measurement, extras, page, afterwards, describe, onStep } = sweep;
  const { name } = measurement;
  let state = begin(sweep);
  const { label } = measurement.axis(state.config);
  const limits = extras["default-limits"] ? "default" : "adapter";
  const gpus = extras.gpus === undefined ? undefined : chooseDevices(extras.gpus);
  const signal = interruptSignal();
  const progress = createProgress(name);
  const onNote = (message: string) => void tell(`\n${message}`);
  const onRecovery = ({ message }: { message: string }) => onNote(message);
  let complete = false;
  let saved = performance.now();
  const order = { experiment: name, config: state.config, page };
  const { trial } = sweepBatches(measurement, state.config);
  const devices = gpus ? openProcesses(gpus, order, trial, { limits, onNote }) : await openDevice(limits);
  try {
    const steps = runSweep(measurement, devices.lanes, state, { signal, page, onRecovery });
    for await (const step of untilInterrupted(steps)) {
      ({ state } = step);
      complete = step.done;
      onStep?.(step);
      if (extras.json && extras.json !== "-" && performance.now() - saved > SAVE_MS) {
        writeJson(extras.json, sweepJson({ measurement, state, adapter: devices.adapter(), complete }));
        saved = performance.now();
      }
      progress.update(step.progress, step.db === undefined ? "" : `${label} ${step.db} dB`, step.steady);
    }
  } finally {
    progress.end();
    await unlessInterrupted(devices.close());
  }
  const adapter = devices.adapter();
  const after = complete && afterwards ? await afterwards(await devices.host(), state.config, signal) : {};
  const report = sweepJson({ measurement, state, adapter, complete, after });
  if (extras.json) writeJson(extras.json, report);
  if (extras.json !== "-") print(describe(report.results, report));
  if (adapter?.software) tell(`${adapter.name} is a software adapter: its times say nothing about a GPU.`);
  return complete ? 0 : 1;
}

function begin<Config extends object, Row>({ measurement, config, extras }: Sweep<Config, Row>): SweepState<Config> {
  const shard = extras.shard === undefined ? undefined : parseShard(extras.shard);
  if (extras.resume === undefined) {
    return orUsage(() => newSweep(measurement, config ?? measurement.parse({}), shard));
  }
  const file = extras.resume;
  const state = readSweep(measurement, file);
  const isPart = state.shard.count > 1;
  if (shard && isPart && JSON.stringify(shard) !== JSON.stringify(state.shard)) {
    throw new UsageError(`${file}: holds shard ${state.shard.index}/${state.shard.count}; leave --shard out`);
  }
  const own = Object.entries(config ?? {}).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(state.config[key as keyof Config]),
  );
  if (config && own.length) {
    throw new UsageError(
      `${file}: its sweep and the command line differ in ${own.map(([key]) => key).join(", ")}. ` +
        `Leave these options out to continue the sweep, or leave out --resume to start a new one.`,
    );
  }
  return shard ? orUsage(() => ({ ...newSweep(measurement, state.config, shard), ledger: state.ledger })) : state;
}

/**
 * Returns the sweep in a file that --json wrote.
 *
 * @throws UsageError that names the file and says what is wrong with it.
 */
export function readSweep<Config extends object>(
  measurement: Measurement<Config, unknown>,
  file: string,
): SweepState<Config> {
  const content = readJson(file);
  try {
    return parseSweep(measurement, content);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

function parseShard(text: string): Shard {
  const parts = /^(\d+)\/(\d+)$/.exec(text);
  if (!parts) throw new UsageError(`--shard takes I/N, for example 2/8, got "${text}"`);
  return { index: Number(parts[1]), count: Number(parts[2]) };
}

/** Returns a 95 % confidence interval as text for a table. */
export const intervalText = (interval: readonly [number, number] | null): string =>
  interval ? `[${interval.map((limit) => limit.toExponential(1)).join(", ")}]` : "";
