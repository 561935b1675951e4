import type { Gpu } from "../gpu/device.ts";
import { DeviceLostError } from "../gpu/errors.ts";
import { isLost } from "../gpu/host.ts";
import { copySpeed, type Measurement } from "./task.ts";
import { isWrong } from "./verdict.ts";

/** What one method did at one point of a comparison. Where it could not, numbers are null and `reason` says why. */
export interface MethodResult extends Partial<Pick<Measurement, "timing" | "runs" | "signals">> {
  method: string;
  /** Milliseconds for the batch. */
  ms: number | null;
  /** Floating-point operations of the method for the batch, by the usual counts. */
  flops: number;
  /** 10⁹ of them a second. */
  gflops: number | null;
  /** Bytes that it reads and writes in global memory. */
  bytes: number;
  /** Its speed in bytes/s as a part of the copy kernel's in the same run. */
  fractionOfCopy: number | null;
  /** Largest error against float64 over the RMS of what is right. */
  maxError: number | null;
  /** True where the outputs are not what they should be: the time then means nothing. */
  wrong: boolean;
  reason?: string;
}

/** A method at a point: what it costs, and how it is measured. */
export interface Entrant<Point> {
  method: string;
  point: Point;
  flops: number;
  bytes: number;
  /** Why it does not take the point's sizes. */
  refusal?: string;
  measure(gpu: Gpu): Promise<Measurement>;
}

/** All that a comparison needs to go on where it stopped: results are in the order of the entrants. */
export interface ComparisonState<Config, Point> {
  config: Config;
  results: (Point & MethodResult)[];
}

export interface ComparisonStep<Config, Point> {
  state: ComparisonState<Config, Point>;
  /** Part of the work that is done, 0 to 1. */
  progress: number;
  done: boolean;
}

/**
 * Measures the entrants that a state has no result of, one a step.
 *
 * Ends early, without an error, when the signal aborts: what has been yielded is valid.
 *
 * @throws DeviceLostError (resume on a new device). What else a method throws becomes its result's reason.
 */
export async function* compare<Config, Point extends object>(
  gpu: Gpu,
  start: ComparisonState<Config, Point>,
  entrants: readonly Entrant<Point>[],
  signal?: AbortSignal,
): AsyncGenerator<ComparisonStep<Config, Point>> {
  const { config } = start;
  const results = [...start.results];
  let copy: number | undefined;
  for (const entrant of entrants.slice(results.length)) {
    if (signal?.aborted) return;
    copy ??= await copySpeed(gpu);
    results.push({ ...entrant.point, ...(await enter(gpu, entrant, copy)) });
    const progress = results.length / entrants.length;
    yield { state: { config, results: [...results] }, progress, done: results.length === entrants.length };
  }
}

async function enter<Point>(gpu: Gpu, entrant: Entrant<Point>, copy: number): Promise<MethodResult> {
  const { method, flops, bytes } = entrant;
  const none = { method, ms: null, flops, gflops: null, bytes, fractionOfCopy: null, maxError: null, wrong: false };
  if (entrant.refusal) return { ...none, reason: entrant.refusal };
  try {
    const { ms, maxError, timing, runs, signals } = await entrant.measure(gpu);
    const rates = { gflops: flops / ms / 1e6, fractionOfCopy: bytes / ms / copy };
    return { method, ms, flops, bytes, ...rates, maxError, wrong: isWrong(maxError), timing, runs, signals };
  } catch (error) {
    if (error instanceof DeviceLostError || (await isLost(gpu))) throw error;
    return { ...none, reason: (error as Error).message };
  }
}
