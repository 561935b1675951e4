import { cpus } from "node:os";
import type { BenchCase } from "../core/gpu/bench.ts";
import { cases as copyCases } from "../core/arithmetic/copy.bench.ts";
import { guarded } from "../core/gpu/errors.ts";
import { poolOf } from "../core/gpu/pool.ts";
import { timeRegion, timeStages } from "../core/gpu/timing.ts";
import type { Command } from "./command.ts";
import { openDawn } from "./dawn.ts";
import { type ExtraOption, helpText, readArguments } from "./options.ts";
import { createProgress, writeJson } from "./terminal.ts";

const extras = {
  suite: { value: "NAME", description: "Only the cases whose name contains NAME, e.g. equalizer." },
  json: { value: "FILE|-", description: "Write the lines as JSON to a file, or to standard output." },
  "default-limits": { description: "Stay within WebGPU's default limits, as on a laptop." },
  "allow-software": { description: "Time a software adapter too; its times mean nothing." },
} satisfies Record<string, ExtraOption>;

const about = "Times every kernel at its real size beside a copy kernel of the same run.";

const suites = import.meta.glob<{ cases: BenchCase[] }>("../core/**/*.bench.ts", { eager: true });

/** Measurements of a case, of which the median counts. */
const RUNS = 20;
/** Work before a measurement, until the GPU runs at its full clock. */
const WARM_MS = 400;

export interface BenchLine {
  name: string;
  /** Median and range of the time of one run, ms. */
  ms: number;
  spread: [number, number];
  bytes: number;
  /** Speed in bytes/s as a part of the copy kernel's. */
  fractionOfCopy: number;
  published?: { ms: number; on: string };
  /** Largest error against float64 over the RMS of what is right, where the case tells. */
  error?: number;
  method: string;
}

/** What `bench --json` writes, and `bench/peers.py` too. */
export interface BenchReport {
  /** Who computed, on what machine, and when (ISO 8601). */
  adapter: { name: string };
  machine: string;
  date: string;
  lines: BenchLine[];
}

export const bench: Command = {
  about,
  help: () => helpText("bench [--suite NAME] [options]", about, extras),
  async run(args) {
    const { extras: own } = readArguments(args, extras);
    const gpu = await openDawn(own["default-limits"] ? "default" : "adapter");
    if (gpu.adapter.software && !own["allow-software"]) {
      process.stderr.write(
        `bench: ${gpu.adapter.name} is a software adapter, its times mean nothing (--allow-software)\n`,
      );
      return 1;
    }
    const { device } = gpu;
    const cases = Object.values(suites)
      .flatMap((suite) => suite.cases)
      .filter((one) => one.name.includes(own.suite ?? ""))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    const progress = createProgress("bench");
    const reference = await measure(device, copyCases[0]);
    const copySpeed = reference.bytes / reference.ms;
    const lines: BenchLine[] = [];
    const failures: string[] = [];
    for (const [i, one] of cases.entries()) {
      progress.update(i / cases.length, one.name);
      try {
        const line = await measure(device, one);
        const error = await one.error?.(gpu);
        lines.push({ ...line, fractionOfCopy: line.bytes / line.ms / copySpeed, error });
      } catch (error) {
        failures.push(`${one.name}: ${(error as Error).message}`);
      }
      poolOf(device).trim();
    }
    progress.end();
    if (own.json) {
      const limits = own["default-limits"] ? "default" : "adapter";
      const report: BenchReport = {
        adapter: gpu.adapter,
        machine: `${cpus()[0]?.model ?? "unknown processor"}, Node.js ${process.version}`,
        date: new Date().toISOString(),
        lines,
      };
      writeJson(own.json, { ...report, limits });
    }
    if (own.json !== "-") process.stdout.write(`${gpu.adapter.name}\n${lines.map(describe).join("\n")}\n`);
    for (const failure of failures) process.stderr.write(`${failure}\n`);
    return failures.length ? 1 : 0;
  },
};

async function measure(device: GPUDevice, one: BenchCase): Promise<Omit<BenchLine, "fractionOfCopy">> {
  const plan = await guarded(device, () => one.create(device));
  try {
    // Once for whatever the first run alone has to do.
    await guarded(device, () => timeStages(device, [plan], 3));
    const { ms, spread, method } = await timeRegion(device, plan, { runs: RUNS, warmMs: WARM_MS });
    const { name, bytes, published } = one;
    return { name, ms, spread, bytes, published, method: `${method}, median of ${RUNS}` };
  } finally {
    plan.destroy();
  }
}

function describe(line: BenchLine): string {
  const time = `${line.ms.toFixed(4)} ms`.padStart(14);
  const range = `[${line.spread.map((ms) => ms.toFixed(4)).join(", ")}]`;
  const speed = `${(100 * line.fractionOfCopy).toFixed(1)} % of copy`.padStart(17);
  const published = line.published ? `  published ${line.published.ms} ms on ${line.published.on}` : "";
  const error = line.error === undefined ? "" : `  error ${line.error.toExponential(1)}`;
  return `${line.name.padEnd(48)}${time}  ${range.padEnd(20)}${speed}${error}${published}`;
}
