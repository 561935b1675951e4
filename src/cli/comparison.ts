import type { Gpu } from "../core/gpu/device.ts";
import { resilient } from "../core/gpu/host.ts";
import { type Command, command, type Examples } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type Arguments, jsonOption, type Options } from "./options.ts";
import { writeJson } from "./output.ts";
import { createProgress, interruptSignal, print, tell, tellRecovery, untilInterrupted } from "./terminal.ts";

interface ComparisonState<Config, Result> {
  config: Config;
  results: Result[];
}

/** A command that runs a comparison of methods, one method per step. */
interface Comparison<Config, Result> {
  name: string;
  about: string;
  /** The text of the help, where it says more than the overview. */
  details?: string;
  examples: Examples;
  /** The configuration's fields. */
  options: Options;
  readAs?: Options;
  /** Returns the configuration with these fields. @throws UsageError */
  configOf(given: Arguments["given"]): Config;
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
  configOf,
  run,
  describe,
  ...declared
}: Comparison<Config, Result>): Command {
  return command({
    name,
    ...declared,
    extras: {
      json: jsonOption("the result"),
      "default-limits": "Stay within WebGPU's default limits, as on a laptop.",
    },
    async run({ given, own }) {
      const config = configOf(given);
      const host = await dawnHost(own["default-limits"] ? "default" : "adapter");
      const { adapter } = await host.get();
      if (adapter.software) tell(`${adapter.name} is a software adapter: its times say nothing about a GPU.`);
      const signal = interruptSignal();
      const progress = createProgress(name);
      let state: ComparisonState<Config, Result> = { config, results: [] };
      let complete = false;
      const steps = resilient(host, state, (gpu, from) => run(gpu, from, { signal }), { onRecovery: tellRecovery });
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
  });
}
