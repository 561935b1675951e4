import { poolOf } from "./pool.ts";
import { blame, scoped } from "./errors.ts";
import { lockOf } from "./lock.ts";
import { readBack } from "./readback.ts";
import { submit } from "./submit.ts";

/** The duration of one stage, and the method of measurement. */
export interface StageTime {
  /** The kernel or stage, e.g. "equalizer/mmse". */
  kernel: string;
  /** Milliseconds. */
  ms: number;
  method: "timestamp query" | "wall clock";
}

/** Something that records its commands on an encoder: a plan, or a stage of several kernels. */
export interface Stage {
  readonly label: string;
  encode(encoder: GPUCommandEncoder, timestampWrites?: GPUComputePassTimestampWrites): void;
  /** The same work in steps for a slow device. Each step is submitted after the previous one. */
  readonly steps?: readonly Pick<Stage, "encode">[];
}

/** A stage with its own memory. */
export interface Plan extends Stage {
  /** Returns the memory. */
  destroy(): void;
}

/**
 * Returns the timestamp writes of each pass of a stage: the first pass writes the start, the last one the end. For
 * plans with several passes.
 */
export function spread(
  timestampWrites: GPUComputePassTimestampWrites | undefined,
  passes: number,
): (GPUComputePassTimestampWrites | undefined)[] {
  return Array.from({ length: passes }, (_, i) => {
    if (!timestampWrites || passes === 1) return timestampWrites;
    const { querySet, beginningOfPassWriteIndex, endOfPassWriteIndex } = timestampWrites;
    // A region may begin in one stage and end in another, so a pass may write no timestamp.
    if (i === 0 && beginningOfPassWriteIndex !== undefined) return { querySet, beginningOfPassWriteIndex };
    if (i === passes - 1 && endOfPassWriteIndex !== undefined) return { querySet, endOfPassWriteIndex };
    return undefined;
  });
}

/**
 * Returns consecutive stages as one: it is timed from the start of the first pass to the end of the last.
 *
 * @example
 * ```ts
 * import { createFftPlan } from "threeray/fft";
 * import { allocate, openGpu, sequence } from "threeray/gpu";
 *
 * // There and back again, as one stage.
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const there = await createFftPlan(device, { input: memory.storage("x", 8 * 64), length: 64, batch: 1 });
 * const back = await createFftPlan(device, { input: there.output, length: 64, batch: 1, inverse: true });
 * const both = sequence("there and back", [there, back]);
 * const encoder = device.createCommandEncoder();
 * both.encode(encoder);
 * device.queue.submit([encoder.finish()]);
 * console.log(both.label); // there and back
 * for (const plan of [there, back]) plan.destroy();
 * memory.release();
 * close();
 * ```
 */
export function sequence(label: string, stages: readonly Stage[]): Stage {
  return {
    label,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, stages.length);
      for (const [i, stage] of stages.entries()) stage.encode(encoder, timing[i]);
    },
  };
}

/**
 * Runs stages in order and times each, while nothing else runs on the device. It uses timestamp queries if the device
 * has them, otherwise the wall clock around a separate submission. Timestamps are quantized (Chrome: about 0.1 ms), so
 * short stages need many repeats.
 *
 * @returns One time per stage, in order, summed over `repeats` runs and divided by their number.
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError.
 *
 * @example
 * ```ts
 * import { createFftPlan } from "threeray/fft";
 * import { allocate, openGpu, timeStages } from "threeray/gpu";
 *
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const plan = await createFftPlan(device, { input: memory.storage("x", 8 * 64), length: 64, batch: 1 });
 * const [time] = await timeStages(device, [plan], 3);
 * console.log(time.ms > 0); // true
 * plan.destroy();
 * memory.release();
 * close();
 * ```
 */
export function timeStages(device: GPUDevice, stages: readonly Stage[], repeats = 1): Promise<StageTime[]> {
  return lockOf(device).alone(() => measureStages(device, stages, repeats));
}

async function measureStages(device: GPUDevice, stages: readonly Stage[], repeats = 1): Promise<StageTime[]> {
  const totals = stages.map(() => 0);
  const queries = device.features.has("timestamp-query");
  if (!queries) {
    for (let run = 0; run < repeats; run++) {
      for (const [i, stage] of stages.entries()) {
        await device.queue.onSubmittedWorkDone();
        const start = performance.now();
        const encoder = device.createCommandEncoder({ label: stage.label });
        stage.encode(encoder);
        const taken = submit(device, encoder);
        await device.queue.onSubmittedWorkDone();
        totals[i] += performance.now() - start;
        await taken;
      }
    }
  } else {
    const count = 2 * stages.length;
    const { result: querySet, verdict } = scoped(device, () => device.createQuerySet({ type: "timestamp", count }));
    const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
    const resolved = poolOf(device).acquire("timestamps", 8 * count, usage);
    try {
      for (let run = 0; run < repeats; run++) {
        const encoder = device.createCommandEncoder({ label: "timed stages" });
        blame(encoder, verdict);
        for (const [i, stage] of stages.entries()) {
          stage.encode(encoder, { querySet, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 });
        }
        encoder.resolveQuerySet(querySet, 0, count, resolved, 0);
        const [bytes] = await readBack(device, [{ buffer: resolved, size: 8 * count }], encoder);
        const ticks = new BigUint64Array(bytes);
        for (const i of stages.keys()) totals[i] += Number(ticks[2 * i + 1] - ticks[2 * i]) / 1e6;
      }
    } finally {
      querySet.destroy();
      poolOf(device).release(resolved);
    }
  }
  const method = queries ? "timestamp query" : "wall clock";
  return stages.map((stage, i) => ({ kernel: stage.label, ms: totals[i] / repeats, method }));
}

/** The duration of a stage from several measurements. */
export interface RegionTime extends Pick<StageTime, "ms" | "method"> {
  /** Shortest and longest of the measurements; `ms` is their median. */
  spread: [number, number];
  /** Number of measurements. */
  runs: number;
}

/** With this many repeats even the shortest kernel, a few µs, lasts long enough. */
const MOST_REPEATS = 10_000;
/** Steps of quantized timestamps in browsers, ms. A duration that they measure is wrong by up to one step. */
const STEP_MS = 0.1;
/** Regions of this length are known well enough to tell how many repeats the next ones need, ms. */
const KNOWN_MS = 10 * STEP_MS;
/**
 * Measurements agree if, without a quarter of them at each end, the longest is at most this many times the shortest one: two steps of a region's
 * least length differ by as much. The median does not depend on what the ends are: a GPU's clock still rises in the first one.
 */
const AGREED = 1.04;
/** A region's intended length, by which it exceeds the least one. */
const MARGIN = 1.2;

/**
 * Returns a stage's duration from several measurements. Each repeats the stage until it lasts `regionMs`, which
 * timestamps can resolve.
 *
 * @param runs Number of measurements. The result is their median.
 * @param enough Number of measurements after which timing ends if they agree within {@link AGREED}. Default: `runs`.
 * @param aboutMs The duration of one run, from a trial. Default: timing begins with its own trial.
 * @param warmMs Milliseconds of the same work immediately before. An idle GPU lowers its clock: an H100 falls from 2
 * GHz to 0.35 GHz within seconds. With timestamps the measurements therefore also follow without a pause.
 */
export function timeRegion(device: GPUDevice, stage: Stage, region: Region): Promise<RegionTime> {
  return lockOf(device).alone(() => measureRegion(device, stage, region));
}

/** The settings of {@link timeRegion}. */
interface Region {
  runs: number;
  enough?: number;
  aboutMs?: number;
  regionMs?: number;
  warmMs?: number;
}

async function measureRegion(
  device: GPUDevice,
  stage: Stage,
  { runs, enough = runs, aboutMs, regionMs = 5, warmMs = 0 }: Region,
): Promise<RegionTime> {
  const least = MARGIN * regionMs;
  /** The factor by which a region of this measured length must grow. A longer one than measured must not last seconds. */
  const growth = (ms: number) => Math.min(least / Math.max(ms, STEP_MS), MOST_REPEATS);
  let inner = 1;
  let shortest = aboutMs ?? Math.min(...(await regionTimes(device, stage, TRIALS)).ms);
  // Few rounds, because each one waits for the device.
  while (shortest < Math.min(KNOWN_MS, regionMs) && inner < MOST_REPEATS) {
    inner = Math.min(MOST_REPEATS, Math.ceil(inner * growth(shortest)));
    shortest = Math.min(...(await regionTimes(device, repeated(stage, inner), TRIALS)).ms);
  }
  for (;;) {
    if (shortest < regionMs) inner = Math.min(MOST_REPEATS, Math.ceil(inner * growth(shortest)));
    const region = repeated(stage, inner);
    for (let ms = 0; ms < warmMs; ms += Math.max(regionMs, shortest)) {
      const encoder = device.createCommandEncoder({ label: stage.label });
      region.encode(encoder);
      // The measurements use the same buffers, and fail with the same errors.
      void submit(device, encoder);
    }
    const { ms: all, method } = await regionTimes(device, region, enough);
    const ends = all.length >> 2;
    const middle = all.toSorted((a, b) => a - b).slice(ends, all.length - ends);
    const agree = middle[middle.length - 1] <= AGREED * middle[0];
    if (enough < runs && !agree) all.push(...(await regionTimes(device, region, runs - enough)).ms);
    const times = all.map((ms) => ms / inner).toSorted((a, b) => a - b);
    const ms = times[Math.floor(times.length / 2)];
    shortest = ms * inner;
    // The machine stalled in the trial, so the regions are too short.
    if (shortest < regionMs && inner < MOST_REPEATS) continue;
    return { ms, spread: [times[0], times[times.length - 1]], runs: times.length, method };
  }
}

/** Measurements of a region whose length is not known yet: other work on the machine can only make one longer. */
const TRIALS = 3;

/** Returns the lengths of a region in several runs, ms. With timestamps all are submitted before the first one has ended. */
async function regionTimes(
  device: GPUDevice,
  region: Stage,
  runs: number,
): Promise<{ ms: number[]; method: StageTime["method"] }> {
  const measured: Promise<StageTime[]>[] = [];
  for (let run = 0; run < runs; run++) {
    measured.push(measureStages(device, [region]));
    if (!device.features.has("timestamp-query")) await measured[run];
  }
  const times = (await Promise.all(measured)).flat();
  return { ms: times.map(({ ms }) => ms), method: times[0].method };
}

/** Returns a stage repeated `times` times, timed as one. */
function repeated(stage: Stage, times: number): Stage {
  return sequence(
    stage.label,
    Array.from({ length: times }, () => stage),
  );
}
