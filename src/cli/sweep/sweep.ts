import type { Command } from "../command.ts";
import { nameList } from "../help/help.ts";
import { UsageError } from "../options.ts";
import { sweepCancel, sweepRemove, sweepResults, sweepStatus, sweepSubmit, sweepWork } from "./sweep-queue.ts";
import { sweepRun } from "./sweep-run.ts";
import { sweepSlurm } from "./sweep-slurm.ts";
import { typed } from "../help/typed.ts";

/** The subcommands: one line each. */
const subcommands: Readonly<Record<string, Command>> = {
  run: sweepRun,
  submit: sweepSubmit,
  work: sweepWork,
  status: sweepStatus,
  results: sweepResults,
  cancel: sweepCancel,
  remove: sweepRemove,
  slurm: sweepSlurm,
};

const about = "Runs a sweep from a file with its configuration, on one machine or on many.";

export const sweep: Command = {
  about,
  subcommands,
  help: ([name]) => subcommandOf(name)?.help([]) ?? overview(),
  async run([name, ...args]) {
    const subcommand = subcommandOf(name);
    if (subcommand) return subcommand.run(args);
    const problem = name === undefined ? "name what to do" : `there is no "${name}"`;
    throw new UsageError(`sweep: ${problem}; choose one of ${Object.keys(subcommands).join(", ")}`);
  },
};

const subcommandOf = (name: string) => (Object.hasOwn(subcommands, name) ? subcommands[name] : undefined);

function overview(): string {
  const list = nameList(Object.entries(subcommands).map(([name, { about }]) => [`sweep ${name}`, about]));
  return `Usage: ${typed()} sweep NAME …\n\n${about}\n\n${list}\nsweep NAME --help lists its options.\n`;
}
