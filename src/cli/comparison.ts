import type { ComparisonState, ComparisonStep } from "../core/measurement/comparison.ts";
import { compareConvolutions } from "../core/convolution/experiment/compare-convolutions.ts";
import { CONVOLUTION, comparisonPoints } from "../core/convolution/experiment/comparison.ts";
import { compareFfts, FFT } from "../core/convolution/experiment/fft.ts";
import type { Schema } from "../core/configuration/fields.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { sweepWorkgroups } from "../core/convolution/experiment/sweep-workgroups.ts";
import { WORKGROUPS } from "../core/convolution/experiment/workgroups.ts";
import { resilient } from "../core/gpu/host.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { table } from "./table.ts";
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

/** A command that runs a comparison of methods. */
function comparison<Config extends { lab: string; version: number }, Point extends object>(
  about: string,
  schema: Schema<Config>,
  run: (
    gpu: Gpu,
    state: ComparisonState<Config, Point>,
    options: { signal: AbortSignal },
  ) => AsyncGenerator<ComparisonStep<Config, Point>>,
  check: (config: Config) => void = () => {},
): Command {
  const { lab } = schema.defaults;
  return {
    about,
    help: () => helpText(`${lab} [options]`, about, extras, schema),
    async run(args) {
      const { positionals, given, extras: own } = readArguments(args, extras, schema);
      if (positionals.length) throw new UsageError(`${lab}: takes no file, got "${positionals[0]}"`);
      const config = orUsage(() => schema.parse(given));
      orUsage(() => check(config));
      const host = await dawnHost(own["default-limits"] ? "default" : "adapter");
      const { adapter } = await host.get();
      if (adapter.software) tell(`${adapter.name} is a software adapter: its times say nothing about a GPU.`);
      const signal = interruptSignal();
      const progress = createProgress(lab);
      let state: ComparisonState<Config, Point> = { config, results: [] };
      let complete = false;
      const steps = resilient<typeof state, ComparisonStep<Config, Point>>(
        host,
        state,
        (gpu, from) => run(gpu, from, { signal }),
        { onRecovery: ({ message }) => void tell(`\n${message}`) },
      );
      for await (const step of untilInterrupted(steps)) {
        state = step.state;
        complete = step.done;
        progress.update(step.progress, state.results.at(-1)?.method);
      }
      progress.end();
      const { results } = state;
      if (own.json) writeJson(own.json, { experiment: lab, config, adapter, complete, results });
      if (own.json !== "-") print(describe(results));
      return complete ? 0 : 1;
    },
  };
}

/** Returns the results as a table: sizes, method, measurements. */
function describe(results: readonly ComparisonState<object, object>["results"][number][]): string {
  const measured = ["method", "ms", "flops", "gflops", "bytes", "fractionOfCopy", "maxError", "wrong", "reason"];
  const hidden = [...measured, "timing", "runs", "signals"];
  const sizes = Object.keys(results[0] ?? {}).filter((key) => !hidden.includes(key));
  return table(
    [...sizes, "method", "ms", "Gflop/s", "of copy", "error", ""],
    results.map((result) => [
      ...sizes.map((size) => String(result[size as never])),
      result.method,
      result.ms?.toPrecision(4) ?? "",
      result.gflops?.toFixed(1) ?? "",
      result.fractionOfCopy === null ? "" : `${(100 * result.fractionOfCopy).toFixed(1)} %`,
      result.maxError?.toExponential(1) ?? "",
      result.wrong ? "WRONG" : (result.reason ?? ""),
    ]),
  );
}

export const convolution = comparison(
  "Times convolution methods, checks each against float64, and compares its speed with a copy kernel.",
  CONVOLUTION,
  compareConvolutions,
  comparisonPoints,
);

export const fft = comparison(
  "Times fast Fourier transforms, checks each against float64, and compares its speed with a copy kernel.",
  FFT,
  compareFfts,
);

export const workgroups = comparison(
  "Times kernels with 1 invocation per workgroup up to the device's limit, and checks each against float64.",
  WORKGROUPS,
  sweepWorkgroups,
);
