import { readFileSync } from "node:fs";
import { mergeSweeps, type SweepConfig, type SweepPoint } from "../core/telemetry/experiment/sweep.ts";
import type { Command } from "./command.ts";
import { type ExtraOption, helpText, readArguments, UsageError } from "./options.ts";
import { writeJson } from "./terminal.ts";

const extras = {
  json: { value: "FILE|-", output: true, description: "Where the merged result goes. Default standard output." },
} satisfies Record<string, ExtraOption>;

const about = "Adds up the shards of one sweep: the same result, bit for bit, as one run.";

interface Part {
  experiment: string;
  config: SweepConfig;
  complete: boolean;
  adapter: unknown;
  results: SweepPoint[];
}

export const merge: Command = {
  about,
  help: () => helpText("merge A.json B.json … [--json FILE|-]", about, extras),
  async run(args) {
    const { positionals, extras: own } = readArguments(args, extras);
    if (positionals.length === 0) throw new UsageError("merge: name the JSON files of the shards");
    const parts = positionals.map(readPart);
    const { config, results } = mergeSweeps(parts);
    const complete = parts.every((part) => part.complete);
    if (!complete) process.stderr.write("merge: a shard was stopped early; the sums hold what it had done.\n");
    const adapter = parts[0].adapter;
    writeJson(own.json ?? "-", { experiment: "equalizer", config, adapter, complete, results, timings: [] });
    return 0;
  },
};

function readPart(file: string): Part {
  let part: Part;
  try {
    part = JSON.parse(readFileSync(file, "utf8")) as Part;
  } catch (error) {
    throw new UsageError(`merge: ${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  if (part?.experiment !== "equalizer" || !part.config?.shard || !Array.isArray(part.results)) {
    throw new UsageError(`merge: ${file} is not a result of the command equalizer (--json FILE)`);
  }
  return part;
}
