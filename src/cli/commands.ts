import { adaptive } from "./adaptive.ts";
import { bench } from "./bench/bench.ts";
import { benchCompare } from "./bench/compare.ts";
import { benchCost } from "./bench/cost.ts";
import { benchSweep } from "./bench/sweep.ts";
import { benchTable } from "./bench/table.ts";
import type { Command } from "./command.ts";
import { convolution, fft, workgroups } from "./convolution.ts";
import { decode } from "./decode.ts";
import { decodeSignals } from "./signals/decode-signals.ts";
import { encode } from "./encode.ts";
import { equalizer } from "./equalizer.ts";
import { equalizerSolvers } from "./equalizer-solvers.ts";
import { demodulate } from "./demodulate.ts";
import { filter } from "./filter.ts";
import { flow } from "./flow/flow.ts";
import { generate } from "./signals/generate.ts";
import { grade } from "./lectures/grade.ts";
import { lecture } from "./lectures/lecture.ts";
import { merge } from "./sweep/merge.ts";
import { nameList, UsageError } from "./options.ts";
import { measure } from "./signals/measure.ts";
import { mimo } from "./mimo.ts";
import { mimoDetect } from "./mimo-detect.ts";
import { receive } from "./receive.ts";
import { resample } from "./resample.ts";
import { sweep } from "./sweep/sweep.ts";
import { synthesize } from "./synthesize.ts";
import { turbo } from "./turbo.ts";
import { print, tell } from "./terminal.ts";
import { turboDecode } from "./turbo-decode.ts";
import { wifi } from "./wifi.ts";
import { wifiReceive } from "./wifi-receive.ts";
import { wifiSynthesize } from "./wifi-synthesize.ts";

/** The command line's registry: one line a command. */
const commands: Readonly<Record<string, Command>> = {
  adaptive,
  equalizer,
  "equalizer-solvers": equalizerSolvers,
  synthesize,
  receive,
  sweep,
  merge,
  convolution,
  fft,
  workgroups,
  turbo,
  "turbo-decode": turboDecode,
  encode,
  decode,
  mimo,
  "mimo-detect": mimoDetect,
  filter,
  resample,
  demodulate,
  wifi,
  "wifi-synthesize": wifiSynthesize,
  "wifi-receive": wifiReceive,
  generate,
  measure,
  "decode-signals": decodeSignals,
  flow,
  lecture,
  grade,
  bench,
  "bench-compare": benchCompare,
  "bench-cost": benchCost,
  "bench-sweep": benchSweep,
  "bench-table": benchTable,
};

function overview(): string {
  const list = nameList(Object.entries(commands).map(([name, { about }]) => [name, about]));
  return `Usage: npm run -s cli -- COMMAND [options]\n\nCommands:\n${list}\nCOMMAND --help lists its options.\n`;
}

/** Returns the help that a command line asks for; undefined if it asks for none. */
export function helpOf([name, ...args]: string[]): string | undefined {
  if (["--help", "-h", "help"].includes(name)) return overview();
  if (!Object.hasOwn(commands, name) || !(args.includes("--help") || args.includes("-h"))) return undefined;
  return commands[name].help(args);
}

/**
 * Runs a command line: a command's name, then its options.
 *
 * @returns Exit code: 0 success, 1 stopped or failed, 2 bad arguments; standard error has the reason.
 */
export async function runCommand([name, ...args]: string[]): Promise<number> {
  if (name === undefined) {
    tell(overview().trimEnd());
    return 2;
  }
  const help = helpOf([name, ...args]);
  if (help !== undefined) {
    print(help);
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    tell(`There is no command "${name}".\n\n${overview().trimEnd()}`);
    return 2;
  }
  const command = commands[name];
  try {
    return await command.run(args);
  } catch (error) {
    const usage = error instanceof UsageError;
    complain(error, usage ? `npm run -s cli -- ${name} --help lists the options.` : "");
    return usage ? 2 : 1;
  }
}

/** Prints an error's message to standard error, and its stack if the environment variable THREERAY_DEBUG is set. */
export function complain(thrown: unknown, advice = ""): void {
  const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
  tell(advice ? `${failure.message}\n${advice}` : failure.message);
  if (process.env.THREERAY_DEBUG) tell(`${failure.stack}`);
}
