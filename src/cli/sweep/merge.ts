import { mergeSweeps, sweepJson } from "../../core/measurement/sweep-file.ts";
import { sweepStep } from "../../core/measurement/sweep.ts";
import { command } from "../command.ts";
import { readJson } from "../files.ts";
import { orUsage, UsageError } from "../options.ts";
import { readSweep } from "./run-sweep.ts";
import { type AnySweep, allSweeps } from "./sweeps.ts";
import { writeJson } from "../output.ts";
import { tell } from "../terminal.ts";

export const merge = command({
  name: "merge",
  usage: "A.json B.json … [--json FILE|-]",
  about: "Merges the parts of one sweep, for example shards. The result equals one run, bit for bit.",
  examples: ["merge part1.json part2.json --json whole.json"],
  takes: "files",
  extras: {
    "json FILE|-": { output: true, description: "File for the merged result. Default: standard output." },
  },
  async run({ positionals, own }) {
    if (positionals.length === 0) throw new UsageError("merge: name the JSON files of the parts");
    const measurement = await measurementOf(positionals[0]);
    const [first, ...others] = positionals;
    const state = others.reduce(
      (whole, file) => {
        const part = readSweep(measurement, file);
        return orUsage(() => mergeSweeps(measurement, [whole, part]), file);
      },
      mergeSweeps(measurement, [readSweep(measurement, first)]),
    );
    const { done: complete, progress } = sweepStep(measurement, state);
    if (!complete) {
      tell(
        `merge: the parts hold ${Math.floor(100 * progress)} % of the sweep. Add the parts that are missing, ` +
          `or continue with --resume FILE.`,
      );
    }
    writeJson(own.json ?? "-", sweepJson({ measurement, state, complete }));
    return 0;
  },
});

/** Returns the sweep whose results a file holds. */
async function measurementOf(file: string): Promise<AnySweep> {
  const { experiment } = (readJson(file) ?? {}) as { experiment?: unknown };
  const sweeps = await allSweeps();
  const found = sweeps.find(({ name }) => name === experiment);
  if (found) return found;
  const names = sweeps.map(({ name }) => name).join(", ");
  throw new UsageError(`merge: ${file} is not the result of a sweep (${names}) that --json wrote`);
}
