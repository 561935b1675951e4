import type { Gpu } from "../core/gpu/device.ts";
import { resilient } from "../core/gpu/host.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type Arguments, type ExtraOption, type Extras, helpText, type Options, UsageError } from "./options.ts";
import { writeJson } from "./output.ts";
import { createProgress, interruptSignal, print, tell, untilInterrupted } from "./terminal.ts";

const extras = {
  json: {
    value: "FILE|-",
    output: true,
    description: "Write the result as JSON to a file, or with - to standard output.",
  },
  "default-limits": { description: "Stay within WebGPU's default limits, as on a laptop." },
} satisfies Record<string, ExtraOption>;

interface ComparisonState<Config, Result> {
  config: Config;
  results: Result[];
}

/** A command that runs a comparison of methods, one method per step. */
interface Comparison<Config, Result> {
  name: string;
  about: string;
  /** The configuration's fields. */
  options: Options;
  /** Reads the configuration from a command line. @throws UsageError */
  read(args: string[], extras: Extras): Pick<Arguments, "positionals" | "extras"> & { config: Config };
  run(
    gpu: Gpu,
    state: ComparisonState<Config, Result>,
    options: { signal: AbortSignal },
  ): AsyncGenerator<{ state: ComparisonState<Config, Result>; progress: number; done: boolean }>;
  /** Returns the results as text. */
  describe(results: readonly Result[]): string;
}

export function comparison<Config, Result extends { method: string }>({
  name,
  about,
  options,
  read,
  run,
  describe,
}: Comparison<Config, Result>): Command {
  return {
    about,
    help: () => helpText(`${name} [options]`, about, extras, options),
    async run(args) {
      const { positionals, config, extras: own } = read(args, extras);
      if (positionals.length) throw new UsageError(`${name}: takes no file, got "${positionals[0]}"`);
      const host = await dawnHost(own["default-limits"] ? "default" : "adapter");
      const { adapter } = await host.get();
      if (adapter.software) tell(`${adapter.name} is a software adapter: its times say nothing about a GPU.`);
      const signal = interruptSignal();
      const progress = createProgress(name);
      let state: ComparisonState<Config, Result> = { config, results: [] };
      let complete = false;
      const steps = resilient(host, state, (gpu, from) => run(gpu, from, { signal }), {
        onRecovery: ({ message }) => void tell(`\n${message}`),
      });
      for await (const step of untilInterrupted(steps)) {
        state = step.state;
        complete = step.done;
        progress.update(step.progress, state.results.at(-1)?.method);
      }
      progress.end();
      const { results } = state;
      if (own.json) writeJson(own.json, { experiment: name, config, adapter, complete, results });
      if (own.json !== "-") print(describe(results));
      return complete ? 0 : 1;
    },
  };
}
