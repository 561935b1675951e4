import type { Command, CommandGroups } from "./command.ts";
import { nameList } from "./help/help.ts";
import { nearestName } from "./help/nearest-name.ts";
import { UsageError } from "./options.ts";
import { typed } from "./help/typed.ts";
import { wrapped } from "./help/wrapped.ts";
import { version } from "../../package.json";
import { columnsOf, print, tell } from "./terminal.ts";

/**
 * The command line's registry: one line a command, in the order and under the headings of the overview. A process loads the one
 * that it runs: all of them would take longer to load than a device takes to open.
 */
const GROUPS = {
  "Error rates": {
    equalizer: async () => (await import("./equalizer.ts")).equalizer,
    adaptive: async () => (await import("./adaptive.ts")).adaptive,
    turbo: async () => (await import("./turbo.ts")).turbo,
    mimo: async () => (await import("./mimo.ts")).mimo,
    wifi: async () => (await import("./wifi.ts")).wifi,
  },
  "Sweeps on several machines": {
    sweep: async () => (await import("./sweep/sweep.ts")).sweep,
    merge: async () => (await import("./sweep/merge.ts")).merge,
  },
  "Recordings and signals": {
    generate: async () => (await import("./signals/generate.ts")).generate,
    synthesize: async () => (await import("./synthesize.ts")).synthesize,
    "wifi-synthesize": async () => (await import("./wifi-synthesize.ts")).wifiSynthesize,
    filter: async () => (await import("./filter.ts")).filter,
    resample: async () => (await import("./resample.ts")).resample,
    demodulate: async () => (await import("./demodulate.ts")).demodulate,
    receive: async () => (await import("./receive.ts")).receive,
    "wifi-receive": async () => (await import("./wifi-receive.ts")).wifiReceive,
    measure: async () => (await import("./signals/measure.ts")).measure,
    "decode-signals": async () => (await import("./signals/decode-signals.ts")).decodeSignals,
    flow: async () => (await import("./flow/flow.ts")).flow,
  },
  "Bits and LLRs in files": {
    encode: async () => (await import("./codes/encode.ts")).encode,
    decode: async () => (await import("./codes/decode.ts")).decode,
    "turbo-decode": async () => (await import("./codes/turbo-decode.ts")).turboDecode,
    "mimo-detect": async () => (await import("./mimo-detect.ts")).mimoDetect,
  },
  "Comparisons of methods": {
    convolution: async () => (await import("./convolution.ts")).convolution,
    fft: async () => (await import("./convolution.ts")).fft,
    workgroups: async () => (await import("./convolution.ts")).workgroups,
    "equalizer-solvers": async () => (await import("./equalizer-solvers.ts")).equalizerSolvers,
  },
  "Workgroup sizes of this GPU": { tune: async () => (await import("./tuning/tune.ts")).tune },
  Lectures: {
    lecture: async () => (await import("./lectures/lecture.ts")).lecture,
    grade: async () => (await import("./lectures/grade.ts")).grade,
  },
  "Benchmarks of kernels and queues": {
    bench: async () => (await import("./bench/bench.ts")).bench,
    "bench-compare": async () => (await import("./bench/compare.ts")).benchCompare,
    "bench-cost": async () => (await import("./bench/cost.ts")).benchCost,
    "bench-stages": async () => (await import("./bench/stages/bench-stages.ts")).benchStages,
    "bench-sweep": async () => (await import("./bench/sweep.ts")).benchSweep,
    "bench-table": async () => (await import("./bench/table.ts")).benchTable,
  },
  "Shell and manual": {
    completion: async () => (await import("./completion/completion.ts")).completionCommand(loadGroups),
    manual: async () => (await import("./help/manual.ts")).manualCommand(loadGroups),
  },
} as const satisfies Record<string, Record<string, () => Promise<Command>>>;

const loaders: Readonly<Record<string, () => Promise<Command>>> = Object.assign({}, ...Object.values(GROUPS));

/** Returns all commands under their headings. */
export async function loadGroups(): Promise<CommandGroups> {
  const groups = Object.entries(GROUPS).map(async ([title, group]) => {
    const commands = Object.entries(group).map(async ([name, load]) => [name, await load()] as const);
    return [title, Object.fromEntries(await Promise.all(commands))] as const;
  });
  return Object.fromEntries(await Promise.all(groups));
}

async function overview(): Promise<string> {
  const width = Math.max(...Object.keys(loaders).map((name) => name.length));
  const lists = Object.entries(await loadGroups()).map(
    ([title, group]) =>
      `${title}:\n${nameList(
        Object.entries(group).map(([name, { about }]) => [name, about]),
        width,
      )}`,
  );
  return `Usage: ${typed()} COMMAND [options]\n\n${lists.join("\n")}\nCOMMAND --help lists its options. --version prints the version.\n`;
}

/** Returns the help that a command line asks for; undefined if it asks for none. */
export async function helpOf([name, ...args]: string[]): Promise<string | undefined> {
  if (name === "help" && args.length > 0) return helpOf([...args, "--help"]);
  if (["--help", "-h", "help"].includes(name)) return overview();
  if (!Object.hasOwn(loaders, name) || !(args.includes("--help") || args.includes("-h"))) return undefined;
  return (await loaders[name]()).help(args);
}

/**
 * Runs a command line: a command's name, then its options.
 *
 * @returns Exit code: 0 success, 1 stopped or failed, 2 bad arguments; standard error has the reason.
 */
export async function runCommand([name, ...args]: string[]): Promise<number> {
  if (name === undefined) {
    tell(wrapped((await overview()).trimEnd(), columnsOf(process.stderr)));
    return 2;
  }
  if (name === "--version" || name === "-V") {
    print(`${version}\n`);
    return 0;
  }
  const help = await helpOf([name, ...args]);
  if (help !== undefined) {
    print(wrapped(help, columnsOf(process.stdout)));
    return 0;
  }
  if (!Object.hasOwn(loaders, name)) {
    const word = name === "help" ? args[0] : name;
    const nearest = nearestName(word, [...Object.keys(loaders), "--help", "--version"]);
    const advice = nearest ? `Did you mean ${nearest}? ` : "";
    tell(`There is no command "${word}".\n${advice}${typed()} --help lists all commands.`);
    return 2;
  }
  const command = await loaders[name]();
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
