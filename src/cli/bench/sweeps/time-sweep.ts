import { spawn } from "node:child_process";
import type { BenchLine } from "../bench.ts";
import type { SweepCase } from "./grid.ts";
import { type SweepTimes, type SweepToTime, TIMED_SWEEP } from "./protocol.ts";

/** The wall clock of a sweep, from the start of its process to its end, by parts, ms. */
export interface SweepParts {
  receivers: number;
  points: number;
  /** Time in which the device ran kernels; undefined without timestamps. */
  kernels?: number;
  /** Node.js and the program; undefined for what other processes do. */
  program: number;
  /** Opening the device. */
  device?: number;
  /** Compiling the kernels of the first page. */
  pipelines?: number;
  /** From the start of the process to the first counts. */
  start: number;
  /** From the first counts to the last ones. */
  span: number;
  /** The results: intervals, theory and the file. */
  results: number;
}

/**
 * Runs a sweep in its own process, and on request once more in a process that computes in another one, as with `--gpus 1`.
 *
 * @param program The command line's program.
 */
export async function timeSweep(
  { name, receivers, points, isAlsoApart, ...sweep }: SweepCase,
  signal: AbortSignal,
  program = process.argv[1],
): Promise<BenchLine[]> {
  const own = await measure(program, sweep, signal);
  const others = isAlsoApart ? [await measure(program, { ...sweep, gpus: "1" }, signal)] : [];
  // The kernels are the same ones.
  const kernels = own.times.kernelsMs;
  return [own, ...others].map(({ begun, ended, times }, i): BenchLine => {
    const ms = ended - begun;
    const { program, device, pipelines, first, last, written } = times;
    return {
      name: i === 0 ? name : `${name}, --gpus 1`,
      ms,
      spread: [ms, ms],
      method: "wall clock of a process, once",
      sweep: {
        receivers,
        points,
        ...(kernels !== undefined && { kernels }),
        program: program - begun,
        ...(device !== undefined && { device: device - program }),
        ...(device !== undefined && pipelines !== undefined && { pipelines: pipelines - device }),
        start: first - begun,
        span: last - first,
        results: written - last,
      },
    };
  });
}

/** @throws Error if the process ends without times. */
async function measure(program: string, sweep: SweepToTime, signal: AbortSignal) {
  const begun = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [program, TIMED_SWEEP, JSON.stringify(sweep)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    signal,
  });
  let times: SweepTimes | undefined;
  let said = "";
  child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
  child.on("message", (message: SweepTimes | object) => {
    if ("written" in message) times = message;
  });
  await new Promise((resolve, reject) => {
    child.on("close", resolve);
    child.on("error", reject);
  });
  if (!times) throw new Error(`the sweep ended without a result: ${said.trim().split("\n").at(-1)}`);
  return { begun, ended: times.written, times };
}
