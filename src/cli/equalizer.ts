import { fittingPageBlocks } from "../core/telemetry/experiment/page.ts";
import { newSweep, runSweep, type SweepConfig, sweepResults } from "../core/telemetry/experiment/sweep.ts";
import { timeReceiver } from "../core/telemetry/experiment/timings.ts";
import { resilient } from "../core/gpu/host.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { type ExtraOption, helpText, orUsage, UsageError, wholeNumber } from "./options.ts";
import { readScenario, SCENARIO_OPTIONS } from "./scenario.ts";
import { table } from "./table.ts";
import { createProgress, interruptSignal, writeJson } from "./terminal.ts";

const extras = {
  json: { value: "FILE|-", output: true, description: "Write the result as JSON to a file, or to standard output." },
  shard: { value: "I/N", description: "Run part I of N of the packets; merge the parts with the command merge." },
  "stop-errors": {
    value: "N",
    description: "End a point once every equalizer has N errors. Default 0: run all packets.",
  },
  "page-blocks": {
    value: "N",
    description: "Blocks of 32 packets on the GPU at a time; the result does not depend on it.",
  },
  "default-limits": { description: "Stay within WebGPU's default limits, as on a laptop; the result is the same." },
} satisfies Record<string, ExtraOption>;

const about = "Bit error rates of the equalizers over Eb/N0, through modulator, channel and the whole receiver.";

export const equalizer: Command = {
  about,
  help: () => helpText("equalizer [options]", about, extras, SCENARIO_OPTIONS),
  async run(args) {
    const { positionals, scenario, ebn0s, extras: own } = readScenario(args, extras);
    if (positionals.length) throw new UsageError(`equalizer: takes no file, got "${positionals[0]}"`);
    const config: SweepConfig = {
      scenario,
      ebn0s,
      stopErrors: wholeNumber("stop-errors", own["stop-errors"] ?? "0"),
      shard: parseShard(own.shard ?? "1/1"),
    };
    let state = orUsage(() => newSweep(config));
    const host = await dawnHost(own["default-limits"] ? "default" : "adapter");
    const gpu = await host.get();
    const signal = interruptSignal();
    const progress = createProgress("equalizer");
    const pageBlocks = fittingPageBlocks(
      gpu,
      own["page-blocks"] ? wholeNumber("page-blocks", own["page-blocks"], { min: 1 }) : undefined,
    );
    let complete = false;
    const steps = resilient(
      host,
      state,
      (device, from, blocks) => runSweep(device, from, { signal, pageBlocks: blocks }),
      {
        page: pageBlocks,
        onRecovery: ({ message }) => process.stderr.write(`\n${message}\n`),
      },
    );
    for await (const step of steps) {
      state = step.state;
      complete = step.done;
      progress.update(step.progress, step.done ? "" : `Eb/N0 ${ebn0s[step.state.point]} dB`);
    }
    progress.end();
    const results = sweepResults(state);
    const timings = complete ? await timeReceiver(await host.get(), scenario) : undefined;
    if (own.json) {
      writeJson(own.json, {
        experiment: "equalizer",
        config,
        adapter: gpu.adapter,
        complete,
        results,
        timings: timings?.stages ?? [],
        timedPackets: timings?.packets ?? 0,
      });
    } else {
      process.stdout.write(describe(results));
    }
    return complete ? 0 : 1;
  },
};

function parseShard(text: string): SweepConfig["shard"] {
  const parts = /^(\d+)\/(\d+)$/.exec(text);
  if (!parts) throw new UsageError(`--shard takes I/N, for example 2/8, got "${text}"`);
  return { index: Number(parts[1]), count: Number(parts[2]) };
}

function describe(results: ReturnType<typeof sweepResults>): string {
  const rows = results.map(({ ebn0Db, equalizer: name, bits, errors, ber, ci95 }) => {
    const interval = ci95 ? `[${ci95.map((limit) => limit.toExponential(1)).join(", ")}]` : "";
    const rate = ber === null ? "no packet found" : ber.toExponential(2);
    return [ebn0Db.toFixed(1), name, String(bits), String(errors), rate, interval];
  });
  return table(["Eb/N0 dB", "equalizer", "bits", "errors", "BER", "95 %"], rows);
}
