import { cpus } from "node:os";
import { type BenchCase, createPages } from "../core/gpu/bench.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { poolOf } from "../core/gpu/pool.ts";
import { type RegionTime, timeRegion, timeStages } from "../core/gpu/timing.ts";
import type { Command } from "./command.ts";
import { openDawn } from "./dawn.ts";
import { type ExtraOption, helpText, readArguments, UsageError } from "./options.ts";
import { createProgress, print, writeJson } from "./terminal.ts";

const extras = {
  suite: { value: "NAME", description: "Only the cases whose name contains NAME, e.g. equalizer." },
  json: { value: "FILE|-", output: true, description: "Write the lines as JSON to a file, or to standard output." },
  "default-limits": { description: "Stay within WebGPU's default limits, as on a laptop; large batches go in pages." },
  "allow-software": { description: "Time a software adapter too; its times mean nothing." },
} satisfies Record<string, ExtraOption>;

const about = "Times every kernel at its real size beside a copy kernel of the same run.";

/** Read by this command alone: what they make of their cases takes longer than a short command. */
const suites = import.meta.glob<{ cases: BenchCase[] }>("../core/**/*.bench.ts");

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
  /** Pages in which the work was done, one after the other, where its buffers exceed the device's bindings. */
  pages?: number;
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
  /** The device's: all that the adapter has, or WebGPU's default ones. */
  limits?: "adapter" | "default";
  lines: BenchLine[];
}

export const bench: Command = {
  about,
  help: () => helpText("bench [--suite NAME] [options]", about, extras),
  async run(args) {
    const { positionals, extras: own } = readArguments(args, extras);
    if (positionals.length) throw new UsageError(`bench: takes no file, got "${positionals[0]}"`);
    const loaded = await Promise.all(Object.values(suites).map((load) => load()));
    const cases = loaded
      .flatMap((suite) => suite.cases)
      .filter((one) => one.name.includes(own.suite ?? ""))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    if (cases.length === 0) throw new UsageError(`bench: no case has "${own.suite}" in its name, e.g. equalizer`);
    const limits = own["default-limits"] ? "default" : "adapter";
    const gpu = await openDawn(limits);
    if (gpu.adapter.software && !own["allow-software"]) {
      process.stderr.write(
        `bench: ${gpu.adapter.name} is a software adapter, its times mean nothing (--allow-software)\n`,
      );
      return 1;
    }
    const progress = createProgress("bench");
    const copies = await import("../core/arithmetic/copy.bench.ts");
    const reference = await measure(gpu, copies.cases[0]);
    const copySpeed = reference.bytes / reference.ms;
    const lines: BenchLine[] = [];
    const failures: string[] = [];
    for (const [i, one] of cases.entries()) {
      progress.update(i / cases.length, one.name);
      try {
        const line = await measure(gpu, one);
        lines.push({ ...line, fractionOfCopy: line.bytes / line.ms / copySpeed });
      } catch (error) {
        failures.push(`${one.name}: ${(error as Error).message}`);
      }
      poolOf(gpu.device).trim();
    }
    progress.end();
    if (own.json !== "-") print(`${gpu.adapter.name}\n${lines.map(describe).join("\n")}\n`);
    if (own.json) {
      const report: BenchReport = {
        adapter: gpu.adapter,
        machine: `${cpus()[0]?.model ?? "unknown processor"}, Node.js ${process.version}`,
        date: new Date().toISOString(),
        limits,
        lines,
      };
      writeJson(own.json, report);
    }
    for (const failure of failures) process.stderr.write(`${failure}\n`);
    return failures.length ? 1 : 0;
  },
};

async function measure(gpu: Gpu, one: BenchCase): Promise<Omit<BenchLine, "fractionOfCopy">> {
  const { device } = gpu;
  const plan = await createPages(device, one);
  const { name, bytes, published } = one;
  const pages = plan.pages.length > 1 ? plan.pages.length : undefined;
  let time: RegionTime;
  try {
    // Once for whatever the first run alone has to do.
    await timeStages(device, [plan], 3);
    time = await timeRegion(device, plan, { runs: RUNS, warmMs: WARM_MS });
  } finally {
    plan.destroy();
  }
  const error = await one.error?.(gpu, plan.pages[0]);
  const method = `${time.method}, median of ${RUNS}`;
  return { name, ms: time.ms, spread: time.spread, bytes, pages, published, error, method };
}

function describe(line: BenchLine): string {
  const time = `${line.ms.toFixed(4)} ms`.padStart(14);
  const range = `[${line.spread.map((ms) => ms.toFixed(4)).join(", ")}]`;
  const speed = `${(100 * line.fractionOfCopy).toFixed(1)} % of copy`.padStart(17);
  const published = line.published ? `  published ${line.published.ms} ms on ${line.published.on}` : "";
  const error = line.error === undefined ? "" : `  error ${line.error.toExponential(1)}`;
  const pages = line.pages ? `  in ${line.pages} pages` : "";
  return `${line.name.padEnd(48)}${time}  ${range.padEnd(20)}${speed}${error}${pages}${published}`;
}
