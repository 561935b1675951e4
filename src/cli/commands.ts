import { adaptive } from "./adaptive.ts";
import { bench } from "./bench/bench.ts";
import { benchCompare } from "./bench/compare.ts";
import { benchCost } from "./bench/cost.ts";
import { benchSweep } from "./bench/sweep.ts";
import { benchTable } from "./bench/table.ts";
import type { Command, CommandGroups } from "./command.ts";
import { completionCommand } from "./completion/completion.ts";
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
import { manualCommand } from "./help/manual.ts";
import { nameList } from "./help/help.ts";
import { nearestName } from "./help/nearest-name.ts";
import { UsageError } from "./options.ts";
import { typed } from "./help/typed.ts";
import { version } from "../../package.json";
import { measure } from "./signals/measure.ts";
import { mimo } from "./mimo.ts";
import { mimoDetect } from "./mimo-detect.ts";
import { receive } from "./receive.ts";
import { resample } from "./resample.ts";
import { sweep } from "./sweep/sweep.ts";
import { synthesize } from "./synthesize.ts";
import { tune } from "./tuning/tune.ts";
import { turbo } from "./turbo.ts";
import { print, tell } from "./terminal.ts";
import { turboDecode } from "./turbo-decode.ts";
import { wifi } from "./wifi.ts";
import { wifiReceive } from "./wifi-receive.ts";
import { wifiSynthesize } from "./wifi-synthesize.ts";

/** The command line's registry: one line a command, in the order and under the headings of the overview. */
export const GROUPS: CommandGroups = {
  "Error rates": {
    equalizer,
    adaptive,
    turbo,
    mimo,
    wifi,
  },
  "Sweeps on several machines": { sweep, merge },
  "Recordings and signals": {
    generate,
    synthesize,
    "wifi-synthesize": wifiSynthesize,
    filter,
    resample,
    demodulate,
    receive,
    "wifi-receive": wifiReceive,
    measure,
    "decode-signals": decodeSignals,
    flow,
  },
  "Bits and LLRs in files": {
    encode,
    decode,
    "turbo-decode": turboDecode,
    "mimo-detect": mimoDetect,
  },
  "Comparisons of methods": {
    convolution,
    fft,
    workgroups,
    "equalizer-solvers": equalizerSolvers,
  },
  "Workgroup sizes of this GPU": { tune },
  Lectures: { lecture, grade },
  "Benchmarks of kernels and queues": {
    bench,
    "bench-compare": benchCompare,
    "bench-cost": benchCost,
    "bench-sweep": benchSweep,
    "bench-table": benchTable,
  },
  "Shell and manual": { completion: completionCommand(() => GROUPS), manual: manualCommand(() => GROUPS) },
};

const commands: Readonly<Record<string, Command>> = Object.assign({}, ...Object.values(GROUPS));

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lists = Object.entries(GROUPS).map(
    ([title, group]) =>
      `${title}:\n${nameList(
        Object.entries(group).map(([name, { about }]) => [name, about]),
        width,
      )}`,
  );
  return `Usage: ${typed()} COMMAND [options]\n\n${lists.join("\n")}\nCOMMAND --help lists its options. --version prints the version.\n`;
}

/** Returns the help that a command line asks for; undefined if it asks for none. */
export function helpOf([name, ...args]: string[]): string | undefined {
  if (name === "help" && args.length > 0) return helpOf([...args, "--help"]);
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
  if (name === "--version" || name === "-V") {
    print(`${version}\n`);
    return 0;
  }
  const help = helpOf([name, ...args]);
  if (help !== undefined) {
    print(help);
    return 0;
  }
  if (!Object.hasOwn(commands, name)) {
    const word = name === "help" ? args[0] : name;
    const nearest = nearestName(word, Object.keys(commands));
    const advice = nearest
      ? `Did you mean ${nearest}? ${typed()} --help lists all commands.`
      : `\n${overview().trimEnd()}`;
    tell(`There is no command "${word}".\n${advice}`);
    return 2;
  }
  const command = commands[name];
  const sub =
    args[0] !== undefined && command.subcommands && Object.hasOwn(command.subcommands, args[0]) ? ` ${args[0]}` : "";
  try {
    return await command.run(args);
  } catch (error) {
    const usage = error instanceof UsageError;
    complain(error, usage ? `${typed()} ${name}${sub} --help lists the options.` : "");
    return usage ? 2 : 1;
  }
}

/** Prints an error's message to standard error, and its stack if the environment variable THREERAY_DEBUG is set. */
export function complain(thrown: unknown, advice = ""): void {
  const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
  tell(advice ? `${failure.message}\n${advice}` : failure.message);
  if (process.env.THREERAY_DEBUG) tell(`${failure.stack}`);
}
