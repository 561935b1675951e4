import { bench } from "./bench.ts";
import { benchCompare } from "./bench-compare.ts";
import { benchCost } from "./bench-cost.ts";
import { benchTable } from "./bench-table.ts";
import type { Command } from "./command.ts";
import { convolution, fft, workgroups } from "./comparison.ts";
import { equalizer } from "./equalizer.ts";
import { demodulate } from "./demodulate.ts";
import { filter } from "./filter.ts";
import { merge } from "./merge.ts";
import { UsageError } from "./options.ts";
import { mimo } from "./mimo.ts";
import { mimoDetect } from "./mimo-detect.ts";
import { receive } from "./receive.ts";
import { resample } from "./resample.ts";
import { synthesize } from "./synthesize.ts";
import { turbo } from "./turbo.ts";
import { turboDecode } from "./turbo-decode.ts";

/** The command line's registry: one line a command. */
const commands: Readonly<Record<string, Command>> = {
  equalizer,
  synthesize,
  receive,
  merge,
  convolution,
  fft,
  workgroups,
  turbo,
  "turbo-decode": turboDecode,
  mimo,
  "mimo-detect": mimoDetect,
  filter,
  resample,
  demodulate,
  bench,
  "bench-compare": benchCompare,
  "bench-cost": benchCost,
  "bench-table": benchTable,
};

function overview(): string {
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(15)}${about}`);
  return `Usage: npm run -s cli -- COMMAND [options]\n\nCommands:\n${rows.join("\n")}\n\nCOMMAND --help lists its options.\n`;
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? process.stderr : process.stdout).write(overview());
    return name === undefined ? 2 : 0;
  }
  const command = commands[name];
  if (!command) {
    process.stderr.write(`No command "${name}".\n\n${overview()}`);
    return 2;
  }
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(command.help());
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const usage = failure instanceof UsageError;
    process.stderr.write(`${failure.message}\n${usage ? `npm run -s cli -- ${name} --help lists the options.\n` : ""}`);
    if (process.env.THREERAY_DEBUG) process.stderr.write(`${failure.stack}\n`);
    return usage ? 2 : 1;
  }
}

// Dawn keeps threads of its own: leave as soon as the work is done and the streams are drained.
const code = await main(process.argv.slice(2));
process.stdout.write("", () => process.stderr.write("", () => process.exit(process.exitCode || code)));
