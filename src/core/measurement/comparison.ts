import { kernelsOf } from "../gpu/compile-ahead.ts";
import type { Gpu } from "../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../gpu/errors.ts";
import { isLost } from "../gpu/host.ts";
import { inTime } from "../gpu/in-time.ts";
import { compile } from "../gpu/kernel.ts";
import { poolOf } from "../gpu/pool.ts";
import { buildCopy, copySpeed, type MethodMeasurement } from "./timed-task.ts";
import { isWrong } from "./verdict.ts";

/** The result of one method at one point of a comparison. If it failed, its numbers are null and `reason` says why. */
export interface MethodResult extends Partial<Pick<MethodMeasurement, "timing" | "runs" | "signals">> {
  method: string;
  /** Milliseconds for the batch. */
  ms: number | null;
  /** Floating-point operations of the method for the batch, by the usual formulas. */
  flops: number;
  /** 10⁹ floating-point operations per second. */
  gflops: number | null;
  /** Bytes that the method reads and writes in global memory. */
  bytes: number;
  /** Its speed in bytes/s divided by the copy kernel's speed in the same run. */
  fractionOfCopy: number | null;
  /** Largest error against float64, divided by the RMS of the correct result. */
  maxError: number | null;
  /** True if the outputs are wrong. The time then has no meaning. */
  wrong: boolean;
  reason?: string;
}

/** A method at a point: its cost, and how to measure it. */
export interface Entrant<Point> {
  method: string;
  point: Point;
  flops: number;
  bytes: number;
  /** Why it does not support the point's sizes. */
  refusal?: string;
  /** Builds it on a device, so that its kernels are known before it is measured. Methods of the CPU have none. */
  build?(device: GPUDevice): Promise<void>;
  /** Computes what its check expects, while kernels compile. */
  expect?(device: GPUDevice): void;
  measure(gpu: Gpu): Promise<MethodMeasurement>;
}

/** The state from which a comparison resumes. Results are in the order of the entrants. */
export interface ComparisonState<Config, Point> {
  config: Config;
  results: (Point & MethodResult)[];
}

export interface ComparisonStep<Config, Point> {
  state: ComparisonState<Config, Point>;
  /** Finished share of the work, 0 to 1. */
  progress: number;
  done: boolean;
}

/**
 * Measures the entrants without a result in the state, one per step.
 *
 * Ends early without an error when the signal aborts. All yielded states are valid.
 *
 * @throws DeviceLostError (resume on a new device). Other errors of a method become its result's reason.
 */
export async function* compare<Config, Point extends object>(
  gpu: Gpu,
  start: ComparisonState<Config, Point>,
  entrants: readonly Entrant<Point>[],
  signal?: AbortSignal,
): AsyncGenerator<ComparisonStep<Config, Point>> {
  const { config } = start;
  const results = [...start.results];
  const left = entrants.slice(results.length);
  await compileAll(gpu, left, signal);
  // Methods at one point take the same buffers: for 3104 packets, new ones take a browser 30 ms.
  const pool = poolOf(gpu.device);
  let copy: number | undefined;
  let point: Point | undefined;
  try {
    for (const entrant of left) {
      if (signal?.aborted) return;
      if (entrant.point !== point) pool.trim();
      ({ point } = entrant);
      copy ??= await copySpeed(gpu);
      results.push({ ...entrant.point, ...(await enter(gpu, entrant, copy)) });
      const progress = results.length / entrants.length;
      yield { state: { config, results: [...results] }, progress, done: results.length === entrants.length };
    }
  } finally {
    pool.trim();
  }
}

/**
 * Compiles the kernels of all entrants side by side, and waits for them, so that a measurement shares neither the processor nor the
 * device with a compiler. What does not compile or build fails again where it is measured; its result gives the reason.
 */
async function compileAll<Point>(
  { device }: Gpu,
  entrants: readonly Entrant<Point>[],
  signal?: AbortSignal,
): Promise<void> {
  if (entrants.length === 0) return;
  const sources = await kernelsOf(device, buildCopy);
  for (const { build, refusal } of entrants) {
    if (build && refusal === undefined) sources.push(...(await kernelsOf(device, build).catch(() => [])));
  }
  const compiled = Promise.allSettled(sources.map((source) => compile(device, source)));
  for (const { expect, refusal } of entrants) {
    if (refusal === undefined && !signal?.aborted) expect?.(device);
  }
  await inTime({ signal }, compiled);
}

async function enter<Point>(gpu: Gpu, entrant: Entrant<Point>, copy: number): Promise<MethodResult> {
  const { method, flops, bytes } = entrant;
  const none = { method, ms: null, flops, gflops: null, bytes, fractionOfCopy: null, maxError: null, wrong: false };
  if (entrant.refusal) return { ...none, reason: entrant.refusal };
  try {
    const { ms, maxError, timing, runs, signals } = await entrant.measure(gpu).catch((error: unknown) => {
      // The pool has freed the buffers of earlier methods since then.
      if (error instanceof OutOfMemoryError) return entrant.measure(gpu);
      throw error;
    });
    const rates = { gflops: flops / ms / 1e6, fractionOfCopy: bytes / ms / copy };
    return { method, ms, flops, bytes, ...rates, maxError, wrong: isWrong(maxError), timing, runs, signals };
  } catch (error) {
    if (error instanceof DeviceLostError || (await isLost(gpu))) throw error;
    return { ...none, reason: (error as Error).message };
  }
}
