import type { Schema } from "../core/configuration/fields.ts";
import { compareConvolutions } from "../core/convolution/experiment/compare-convolutions.ts";
import { CONVOLUTION, comparisonPoints } from "../core/convolution/experiment/comparison.ts";
import { compareFfts, FFT } from "../core/convolution/experiment/fft.ts";
import { sweepWorkgroups } from "../core/convolution/experiment/sweep-workgroups.ts";
import { WORKGROUPS } from "../core/convolution/experiment/workgroups.ts";
import type { Gpu } from "../core/gpu/device.ts";
import type { ComparisonState, ComparisonStep } from "../core/measurement/comparison.ts";
import type { Command, Examples } from "./command.ts";
import { comparison } from "./comparison.ts";
import { type Arguments, orUsage } from "./options.ts";
import { refuseUnused } from "./unused-options.ts";
import { table } from "./table.ts";

/** A comparison with a copy kernel, whose configuration is a schema's. */
function copyComparison<Config extends { lab: string; version: number }, Point extends object>(
  about: string,
  examples: Examples,
  schema: Schema<Config>,
  run: (
    gpu: Gpu,
    state: ComparisonState<Config, Point>,
    options: { signal: AbortSignal },
  ) => AsyncGenerator<ComparisonStep<Config, Point>>,
  check: (config: Config) => void = () => {},
  refuse: (config: Config, given: Arguments["given"]) => void = () => {},
): Command {
  return comparison({
    name: schema.defaults.lab,
    about,
    examples,
    options: schema,
    configOf(given) {
      const config = orUsage(() => schema.parse(given));
      refuse(config, given);
      orUsage(() => check(config));
      return config;
    },
    run,
    describe,
  });
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

export const convolution = copyComparison(
  "Times convolution methods, checks each against float64, and compares its speed with a copy kernel.",
  [
    "convolution --signal 12672 --filter 186 --batch 64 --methods all --json -",
    "convolution --sweep batch --range '1:*4:4096' --transfers included",
  ],
  CONVOLUTION,
  compareConvolutions,
  comparisonPoints,
  ({ sweep }, given) => {
    if (sweep === "none") refuseUnused("convolution", given, ["range"], "without --sweep");
    else refuseUnused("convolution", given, [sweep], `with --sweep ${sweep}, whose values --range gives`);
  },
);

export const fft = copyComparison(
  "Times fast Fourier transforms, checks each against float64, and compares its speed with a copy kernel.",
  ["fft --length 1000 --batch 16 --json -"],
  FFT,
  compareFfts,
);

export const workgroups = copyComparison(
  "Times kernels with 1 invocation per workgroup up to the device's limit, and checks each against float64.",
  ["workgroups --kernels all --groups '1:*2:1024'"],
  WORKGROUPS,
  sweepWorkgroups,
);
