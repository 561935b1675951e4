import { existsSync } from "node:fs";
import { equal } from "../../core/configuration/equal.ts";
import { sweepStep } from "../../core/measurement/sweep.ts";
import { command } from "../command.ts";
import { checkDistinct } from "../distinct-files.ts";
import { readJson } from "../files.ts";
import { oneWord, orUsage, UsageError } from "../options.ts";
import { writeJson } from "../output.ts";
import { tell } from "../terminal.ts";
import { readSweep, runSweepCommand, SWEEP_OPTIONS } from "./run-sweep.ts";
import { readSweepToRun } from "./sweeps.ts";

const { shard, gpus, "default-limits": limits } = SWEEP_OPTIONS;

/** The sweep of any experiment, from a file: what a batch system, a script or the page's export runs. */
export const sweepRun = command({
  name: "sweep run",
  usage: "FILE [options]",
  about: "Runs the sweep of a file: a result that --json wrote, which it completes, or only its config.",
  examples: ["sweep run curve.json --json curve.json --continue --gpus all"],
  takes: "names",
  extras: {
    "json FILE|-": {
      output: true,
      description: "Write results and counts to this file, each minute and at the end. Default: standard output.",
    },
    shard,
    continue: "Continue the sweep in the file of --json if that file exists. Safe to repeat after any end.",
    gpus,
    "default-limits": limits,
  },
  async run({ positionals, own, files }) {
    const file = oneWord("sweep run: takes one file", positionals);
    const { measurement, state, begun } = await readSweepToRun(file);
    // A result that holds the counts of its file may take its place.
    if (!begun) orUsage(() => checkDistinct({ ...files, reads: [{ path: file, by: "sweep run" }] }));
    const json = own.json ?? "-";
    if (own.continue && json === "-") throw new UsageError("sweep run: --continue needs the name of a file in --json");
    const kept = own.continue && existsSync(json) ? json : undefined;
    const resume = kept ?? (begun ? file : undefined);
    const known = resume === undefined || own.shard !== undefined ? undefined : readSweep(measurement, resume);
    if (resume !== undefined && known && equal(known.config, state.config) && sweepStep(measurement, known).done) {
      tell(`${resume}: nothing of its sweep is left to compute.`);
      // With the timings that the sweep's own command adds.
      if (json !== resume) writeJson(json, readJson(resume));
      return 0;
    }
    return runSweepCommand({
      measurement,
      config: state.config,
      extras: { ...own, json, resume },
      describe: () => "",
    });
  },
});
