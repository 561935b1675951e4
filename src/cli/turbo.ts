import { parseRange } from "../core/configuration/fields.ts";
import { MOST_PAGE } from "../core/codes/turbo/experiment/chain.ts";
import { TURBO } from "../core/codes/turbo/experiment/experiment.ts";
import { newTurboSweep, runTurboSweep, type TurboPoint, turboResults } from "../core/codes/turbo/experiment/sweep.ts";
import { newThroughput, runThroughput, type TurboThroughput } from "../core/codes/turbo/experiment/throughput.ts";
import { resilient } from "../core/gpu/host.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { table } from "./table.ts";
import { createProgress, interruptSignal, writeJson } from "./terminal.ts";

const extras = {
  json: { value: "FILE|-", output: true, description: "Write the result as JSON to a file, or to standard output." },
  latency: { description: "Time one codeword alone, too." },
  "default-limits": { description: "Stay within WebGPU's default limits, as on a laptop; the result is the same." },
} satisfies Record<string, ExtraOption>;

const about = "Bit and frame error rates of LTE's Turbo code over Eb/N0, and how fast it is decoded.";

export const turbo: Command = {
  about,
  help: () => helpText("turbo [options]", about, extras, TURBO),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, TURBO);
    if (positionals.length) throw new UsageError(`turbo: takes no file, got "${positionals[0]}"`);
    const config = orUsage(() => TURBO.parse(given));
    const host = await dawnHost(own["default-limits"] ? "default" : "adapter");
    const { adapter } = await host.get();
    const signal = interruptSignal();
    const progress = createProgress("turbo");
    const ebn0s = parseRange(config.ebn0);
    let state = newTurboSweep(config);
    let complete = false;
    const steps = resilient(host, state, (gpu, from, page) => runTurboSweep(gpu, from, { signal, page }), {
      page: MOST_PAGE,
      onRecovery: ({ message }) => void process.stderr.write(`\n${message}\n`),
    });
    for await (const step of steps) {
      ({ state } = step);
      complete = step.done;
      progress.update(step.progress, step.done ? "" : `Eb/N0 ${ebn0s[state.point]} dB`);
    }
    progress.end();
    const throughput: TurboThroughput[] = [];
    if (complete) {
      const gpu = await host.get();
      for (const codewords of own.latency ? [undefined, 1] : [undefined]) {
        for await (const step of runThroughput(gpu, newThroughput(config), { signal, codewords })) {
          if (step.done) throughput.push(...step.state.results);
        }
      }
    }
    const results = turboResults(state);
    if (own.json) writeJson(own.json, { experiment: "turbo", config, adapter, complete, results, throughput });
    if (own.json !== "-") process.stdout.write(describe(results, throughput));
    if (adapter.software) process.stderr.write(`${adapter.name} is a software adapter: its times mean nothing.\n`);
    return complete ? 0 : 1;
  },
};

function describe(results: readonly TurboPoint[], throughput: readonly TurboThroughput[]): string {
  const rates = results.map(({ ebn0Db, algorithm, windows, iterations, frames, ber, ci95, fer, meanIterations }) => [
    String(ebn0Db),
    algorithm,
    String(windows),
    meanIterations === null ? String(iterations) : `${meanIterations.toFixed(2)} of ${iterations}`,
    String(frames),
    ber?.toExponential(2) ?? "",
    ci95 ? `[${ci95.map((limit) => limit.toExponential(1)).join(", ")}]` : "",
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
