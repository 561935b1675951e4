import { TURBO } from "../core/codes/turbo/experiment/experiment.ts";
import { type TurboPoint, turboSweep } from "../core/codes/turbo/experiment/sweep.ts";
import { newThroughput, runThroughput, type TurboThroughput } from "../core/codes/turbo/experiment/throughput.ts";
import type { Command } from "./command.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { intervalText, runSweepCommand, SWEEP_OPTIONS } from "./sweep/run-sweep.ts";
import { table } from "./table.ts";
import { untilInterrupted } from "./terminal.ts";

const extras = {
  ...SWEEP_OPTIONS,
  latency: { description: "Also time a single codeword." },
} satisfies Record<string, ExtraOption>;

const about = "Measures bit and frame error rates of LTE's Turbo code over Eb/N0, and the decoding throughput.";

export const turbo: Command = {
  about,
  help: () => helpText("turbo [options]", about, extras, TURBO),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, TURBO);
    if (positionals.length) throw new UsageError(`turbo: takes no file, got "${positionals[0]}"`);
    const resumed = own.resume !== undefined && Object.keys(given).length === 0;
    return runSweepCommand({
      measurement: turboSweep,
      config: resumed ? undefined : orUsage(() => TURBO.parse(given)),
      extras: own,
      async afterwards(host, config, signal) {
        const throughput: TurboThroughput[] = [];
        const gpu = await host.get();
        for (const codewords of own.latency ? [undefined, 1] : [undefined]) {
          const steps = runThroughput(gpu, newThroughput(config), { signal, codewords });
          for await (const step of untilInterrupted(steps)) {
            if (step.done) throughput.push(...step.state.results);
          }
        }
        return { throughput };
      },
      describe: (results, after) => describe(results, (after as { throughput?: TurboThroughput[] }).throughput),
    });
  },
};

function describe(results: readonly TurboPoint[], throughput: readonly TurboThroughput[] = []): string {
  const rates = results.map(({ ebn0Db, algorithm, windows, iterations, frames, ber, ci95, fer, meanIterations }) => [
    String(ebn0Db),
    algorithm,
    String(windows),
    meanIterations === null ? String(iterations) : `${meanIterations.toFixed(2)} of ${iterations}`,
    String(frames),
    ber?.toExponential(2) ?? "",
    intervalText(ci95),
    fer?.toExponential(2) ?? "",
  ]);
  const speeds = throughput.map(({ what, algorithm, windows, iterations, codewords, ms, mbits, method }) => [
    what,
    algorithm,
    String(windows),
    String(iterations),
    String(codewords),
    ms.toPrecision(4),
    mbits.toPrecision(4),
    method,
  ]);
  const curves = table(["Eb/N0 dB", "algorithm", "windows", "iterations", "codewords", "BER", "95 %", "FER"], rates);
  if (speeds.length === 0) return curves;
  return `${curves}\n${table(["", "algorithm", "windows", "iterations", "codewords", "ms", "Mbit/s", "by"], speeds)}`;
}
