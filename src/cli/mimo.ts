import { parseRange } from "../core/configuration/fields.ts";
import { MOST_PAGE } from "../core/mimo/experiment/chain.ts";
import { MIMO } from "../core/mimo/experiment/experiment.ts";
import { mimoResults, newMimoSweep, runMimoSweep, type MimoPoint } from "../core/mimo/experiment/sweep.ts";
import { type MimoThroughput, timeDetectors } from "../core/mimo/experiment/throughput.ts";
import { resilient } from "../core/gpu/host.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { table } from "./table.ts";
import { createProgress, interruptSignal, writeJson } from "./terminal.ts";

const extras = {
  json: { value: "FILE|-", output: true, description: "Write the result as JSON to a file, or to standard output." },
  "default-limits": { description: "Stay within WebGPU's default limits, as on a laptop; the result is the same." },
} satisfies Record<string, ExtraOption>;

const about =
  "Bit and frame error rates of MIMO detectors over SNR, with and without an LDPC code, and how fast they are.";

export const mimo: Command = {
  about,
  help: () => helpText("mimo [options]", about, extras, MIMO),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, MIMO);
    if (positionals.length) throw new UsageError(`mimo: takes no file, got "${positionals[0]}"`);
    const config = orUsage(() => MIMO.parse(given));
    const snrs = parseRange(config.snr);
    const host = await dawnHost(own["default-limits"] ? "default" : "adapter");
    const { adapter } = await host.get();
    const signal = interruptSignal();
    const progress = createProgress("mimo");
    let state = newMimoSweep(config);
    let complete = false;
    const steps = resilient(host, state, (gpu, from, page) => runMimoSweep(gpu, from, { signal, page }), {
      page: MOST_PAGE,
      onRecovery: ({ message }) => void process.stderr.write(`\n${message}\n`),
    });
    for await (const step of steps) {
      ({ state } = step);
      complete = step.done;
      progress.update(step.progress, step.done ? "" : `SNR ${snrs[state.point]} dB`);
    }
    progress.end();
    let throughput: MimoThroughput[] = [];
    if (complete) {
      for await (const step of timeDetectors(await host.get(), { config, results: [] }, { signal })) {
        throughput = step.state.results;
      }
    }
    const results = mimoResults(state);
    if (own.json) writeJson(own.json, { experiment: "mimo", config, adapter, complete, results, throughput });
    if (own.json !== "-") process.stdout.write(describe(results, throughput));
    if (adapter.software) process.stderr.write(`${adapter.name} is a software adapter: its times mean nothing.\n`);
    return complete ? 0 : 1;
  },
};

function describe(results: readonly MimoPoint[], throughput: readonly MimoThroughput[]): string {
  const rates = results.map(({ snrDb, detector, frames, uncodedBer, ber, ci95, fer, meanIterations }) => [
    String(snrDb),
    detector,
    String(frames),
    uncodedBer?.toExponential(2) ?? "",
    ber?.toExponential(2) ?? "",
    ci95 ? `[${ci95.map((limit) => limit.toExponential(1)).join(", ")}]` : "",
    fer?.toExponential(2) ?? "",
    meanIterations?.toFixed(2) ?? "",
  ]);
  const speeds = throughput.map(({ detector, what, uses, ms, mbits, paths, method }) => [
    detector,
    what,
    String(uses),
    ms.toPrecision(4),
    mbits.toPrecision(4),
    String(paths),
    method,
  ]);
  const curves = table(["SNR dB", "detector", "frames", "uncoded BER", "BER", "95 %", "FER", "iterations"], rates);
  if (speeds.length === 0) return curves;
  return `${curves}\n${table(["", "", "uses", "ms", "Mbit/s", "paths", "by"], speeds)}`;
}
