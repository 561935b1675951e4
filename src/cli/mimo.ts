import { MIMO } from "../core/mimo/experiment/experiment.ts";
import { type MimoPoint, mimoSweep } from "../core/mimo/experiment/sweep.ts";
import { type MimoThroughput, timeDetectors } from "../core/mimo/experiment/throughput.ts";
import type { Command } from "./command.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { intervalText, runSweepCommand, SWEEP_OPTIONS } from "./sweep/run-sweep.ts";
import { table } from "./table.ts";
import { untilInterrupted } from "./terminal.ts";

const extras = { ...SWEEP_OPTIONS } satisfies Record<string, ExtraOption>;

const about =
  "Measures bit and frame error rates of MIMO receivers over SNR or Eb/N0, with any code or none, also where detector and " +
  "decoder iterate, and their throughput.";

export const mimo: Command = {
  about,
  help: () => helpText("mimo [options]", about, extras, MIMO),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, MIMO);
    if (positionals.length) throw new UsageError(`mimo: takes no file, got "${positionals[0]}"`);
    const resumed = own.resume !== undefined && Object.keys(given).length === 0;
    return runSweepCommand({
      measurement: mimoSweep,
      config: resumed ? undefined : orUsage(() => MIMO.parse(given)),
      extras: own,
      async afterwards(host, config, signal) {
        let throughput: MimoThroughput[] = [];
        const steps = timeDetectors(await host.get(), { config, results: [] }, { signal });
        for await (const step of untilInterrupted(steps)) {
          throughput = step.state.results;
        }
        return { throughput };
      },
      describe: (results, after) => describe(results, (after as { throughput?: MimoThroughput[] }).throughput),
    });
  },
};

function describe(results: readonly MimoPoint[], throughput: readonly MimoThroughput[] = []): string {
  const stops = results.some(({ detectedShare }) => detectedShare !== null);
  const rates = results.map(
    ({ snrDb, ebn0Db, detector, outer, frames, uncodedBer, ber, ci95, fer, meanIterations, detectedShare }) => [
      decibels(snrDb),
      decibels(ebn0Db),
      detector,
      String(outer),
      String(frames),
      uncodedBer?.toExponential(2) ?? "",
      ber?.toExponential(2) ?? "",
      intervalText(ci95),
      fer?.toExponential(2) ?? "",
      meanIterations?.toFixed(2) ?? "",
      ...(stops ? [detectedShare?.toFixed(3) ?? ""] : []),
    ],
  );
  const speeds = throughput.map(({ detector, what, outer, uses, ms, mbits, paths, method }) => [
    detector,
    what,
    String(outer),
    String(uses),
    ms.toPrecision(4),
    mbits.toPrecision(4),
    String(paths),
    method,
  ]);
  const columns = [
    "SNR dB",
    "Eb/N0 dB",
    "detector",
    "outer",
    "codewords",
    "uncoded BER",
    "BER",
    "95 %",
    "FER",
    "iterations",
    ...(stops ? ["detected"] : []),
  ];
  const curves = table(columns, rates);
  if (speeds.length === 0) return curves;
  return `${curves}\n${table(["", "", "outer", "uses", "ms", "Mbit/s", "paths", "by"], speeds)}`;
}

/** A number of decibels with at most two decimals. */
const decibels = (value: number) => String(Number(value.toFixed(2)));
