import { cpus } from "node:os";
import { type BenchCase, createPages, type LatencyCase } from "../../core/gpu/bench.ts";
import type { Gpu } from "../../core/gpu/device.ts";
import { poolOf } from "../../core/gpu/pool.ts";
import { type RegionTime, timeRegion, timeStages } from "../../core/gpu/timing.ts";
import { latencyOf, type LatencyStep, measureLatency } from "../../core/measurement/latency.ts";
import { command } from "../command.ts";
import { openDawn } from "../dawn.ts";
import { jsonOption, UsageError } from "../options.ts";
import { refuseUnused } from "../unused-options.ts";
import { writeJson } from "../output.ts";
import { createProgress, interruptSignal, print, tell, unlessInterrupted } from "../terminal.ts";
import { SWEEP_CASES } from "./sweeps/grid.ts";
import { sweepTable } from "./sweeps/sweep-table.ts";
import { type SweepParts, timeSweep } from "./sweeps/time-sweep.ts";

/** Loaded by this command only: preparing the cases takes longer than a short command runs. */
const suites = import.meta.glob<{ cases?: BenchCase[]; latencies?: LatencyCase[] }>("../../core/**/*.bench.ts");

/** Measurements per case. The result is their median. */
const RUNS = 20;
/**
 * Milliseconds of work before each measurement, so that the GPU reaches its full clock. After 400 ms some
 * kernels on an H100 took almost three times their usual time.
 */
const WARM_MS = 1000;

export interface BenchLine {
  name: string;
  /** Median and range of the time of one run, ms. */
  ms: number;
  spread: [number, number];
  /** 99 % of the runs took at most this time, ms: of a latency, by the wall clock and with transfers. */
  within99?: number;
  /** Bytes that an ideal kernel moves; a latency and a sweep have none. */
  bytes?: number;
  /** Number of pages, processed in sequence, if the buffers exceed the device's largest binding. */
  pages?: number;
  /** Speed in bytes/s divided by the copy kernel's speed. */
  fractionOfCopy?: number;
  /** The parts of a sweep's wall clock. */
  sweep?: SweepParts;
  published?: { ms: number; on: string };
  /** Largest error against float64, divided by the RMS of the correct result; if the case computes it. */
  error?: number;
  method: string;
}

/** The format of `bench --json` and of `bench/peers.py`. */
export interface BenchReport {
  /** The adapter with its card if the driver names it, the machine, and the time (ISO 8601). */
  adapter: { name: string; device?: string };
  machine: string;
  date: string;
  /** Cases that an interruption left out. */
  left?: number;
  /** The device's limits: all that the adapter offers, or WebGPU's defaults. */
  limits?: "adapter" | "default";
  lines: BenchLine[];
}

/** What the bench times: a kernel or a sweep. */
interface TimedCase {
  name: string;
  /** True if other processes compute it. */
  isApart?: true;
  time(gpu: Gpu, signal: AbortSignal): Promise<BenchLine[]>;
}

export const bench = command({
  name: "bench",
  usage: "[--suite NAME] [options]",
  about: "Times every kernel at its real size and compares its speed with a copy kernel, or times whole sweeps.",
  details:
    "Times every kernel at its real size and compares its speed with a copy kernel. --suite sweeps instead times whole sweeps by the wall clock: " +
    "their start by parts, and their span beside the time of their kernels.",
  examples: ["bench --suite equalizer --json new.json", "bench --suite 'sweeps/wifi 16' --json sweeps.json"],
  failure: "A result is wrong, or the work failed or was stopped.",
  extras: {
    "suite NAME": "Run only the cases whose name contains NAME, for example equalizer or sweeps.",
    json: jsonOption("the results"),
    "default-limits": "Stay within WebGPU's default limits, as on a laptop. Large batches are cut into pages.",
    "allow-software": "Time a software adapter too. Its times say nothing about a GPU.",
  },
  async run({ own }) {
    const isSweeps = own.suite?.startsWith("sweeps") === true;
    if (isSweeps) refuseUnused("bench", own, ["default-limits"], "on --suite sweeps, whose processes take all limits");
    const cases = isSweeps ? sweepCases(own.suite ?? "") : await kernelCases(own.suite ?? "");
    if (cases.length === 0)
      throw new UsageError(`bench: no case has "${own.suite}" in its name; try --suite equalizer or --suite sweeps`);
    const limits = own["default-limits"] ? "default" : "adapter";
    const gpu = await openDawn(limits, () => ({}));
    if (gpu.adapter.software && !own["allow-software"]) {
      tell(
        `bench: ${gpu.adapter.name} is a software adapter, so its times say nothing about a GPU; add --allow-software to time it all the same`,
      );
      return 1;
    }
    if (cases.every(({ isApart }) => isApart)) gpu.close();
    const signal = interruptSignal();
    const progress = createProgress("bench");
    const lines: BenchLine[] = [];
    const failures: string[] = [];
    let left = cases.length;
    for (const [i, one] of cases.entries()) {
      if (signal.aborted) break;
      progress.update(i / cases.length, one.name);
      try {
        const timed = await unlessInterrupted(one.time(gpu, signal));
        if (!timed) break;
        lines.push(...timed);
      } catch (error) {
        failures.push(`${one.name}: ${(error as Error).message}`);
      }
      left--;
    }
    progress.end();
    const sweeps = lines.filter(({ sweep }) => sweep);
    const kernels = lines.filter(({ sweep }) => !sweep);
    if (own.json !== "-") {
      print(`${[gpu.adapter.name, ...kernels.map(describe)].join("\n")}\n`);
      if (sweeps.length > 0) print(sweepTable(sweeps));
    }
    if (own.json) {
      const report: BenchReport = {
        adapter: gpu.adapter,
        machine: `${cpus()[0]?.model ?? "unknown processor"}, Node.js ${process.version}`,
        date: new Date().toISOString(),
        limits,
        ...(left > 0 && { left }),
        lines,
      };
      writeJson(own.json, report);
    }
    for (const failure of failures) tell(failure);
    if (left > 0) tell(`bench: interrupted; ${left} of ${cases.length} cases were not timed`);
    return failures.length || left ? 1 : 0;
  },
});

const sweepCases = (named: string): TimedCase[] =>
  SWEEP_CASES.filter(({ name }) => name.includes(named)).map((sweep) => ({
    name: sweep.name,
    isApart: true,
    time: (_, signal) => timeSweep(sweep, signal),
  }));

async function kernelCases(named: string): Promise<TimedCase[]> {
  const loaded = await Promise.all(Object.values(suites).map((load) => load()));
  const copies = await import("../../core/arithmetic/copy.bench.ts");
  let copySpeed: number | undefined;
  return loaded
    .flatMap(({ cases = [], latencies = [] }) => [...cases, ...latencies])
    .filter((one) => one.name.includes(named))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((one) => ({
      name: one.name,
      async time(gpu) {
        try {
          if ("open" in one) return [await measureAlone(gpu, one)];
          if (copySpeed === undefined) {
            const { bytes, ms } = await measure(gpu, copies.cases[0]);
            copySpeed = bytes / ms;
          }
          const line = await measure(gpu, one);
          return [{ ...line, fractionOfCopy: line.bytes / line.ms / copySpeed }];
        } finally {
          poolOf(gpu.device).trim();
        }
      },
    }));
}

async function measureAlone(gpu: Gpu, { name, open }: LatencyCase): Promise<BenchLine> {
  let step: LatencyStep<undefined> | undefined;
  const start = { config: undefined, times: [], clockStep: 0 };
  for await (step of measureLatency(gpu, start, () => open(gpu)));
  const { median, least, most, within99, runs } = latencyOf(step!.state);
  const method = `wall clock with transfers, median of ${runs}`;
  return { name, ms: median, spread: [least, most], within99, method };
}

async function measure(gpu: Gpu, one: BenchCase): Promise<BenchLine & { bytes: number }> {
  const { device } = gpu;
  const plan = await createPages(device, one);
  const { name, bytes, published } = one;
  const pages = plan.pages.length > 1 ? plan.pages.length : undefined;
  let time: RegionTime;
  try {
    // The first run does extra work once, for example allocation: it is not measured.
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
  const speed = (
    line.fractionOfCopy === undefined
      ? `99 % in ${line.within99?.toFixed(4)} ms`
      : `${(100 * line.fractionOfCopy).toFixed(1)} % of copy`
  ).padStart(17);
  const published = line.published
    ? `  published ${Number(line.published.ms.toPrecision(5))} ms on ${line.published.on}`
    : "";
  const error = line.error === undefined ? "" : `  error ${line.error.toExponential(1)}`;
  const pages = line.pages ? `  in ${line.pages} pages` : "";
  return `${line.name.padEnd(48)}${time}  ${range.padEnd(20)}${speed}${error}${pages}${published}`;
}
