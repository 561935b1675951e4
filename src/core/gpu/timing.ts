import { poolOf } from "./pool.ts";
import { blame, scoped } from "./errors.ts";
import { lockOf } from "./lock.ts";
import { readBack } from "./readback.ts";
import { submit } from "./submit.ts";

/** How long one stage took, and how that was found out. */
export interface StageTime {
  /** The kernel or stage, e.g. "equalizer/mmse". */
  kernel: string;
  /** Milliseconds. */
  ms: number;
  method: "timestamp query" | "wall clock";
}

/** Something that records itself on an encoder: a plan, or a stage made of several kernels. */
export interface Stage {
  readonly label: string;
  encode(encoder: GPUCommandEncoder, timestampWrites?: GPUComputePassTimestampWrites): void;
  /** The same work in steps, for a device that takes long for the whole: each is submitted after the one before. */
  readonly steps?: readonly Pick<Stage, "encode">[];
}

/**
 * Hands the timestamps of one stage to a list of passes: the first takes the beginning, the last takes the end.
 * For plans that record more than one pass.
 */
export function spread(
  timestampWrites: GPUComputePassTimestampWrites | undefined,
  passes: number,
): (GPUComputePassTimestampWrites | undefined)[] {
  return Array.from({ length: passes }, (_, i) => {
    if (!timestampWrites || passes === 1) return timestampWrites;
    const { querySet, beginningOfPassWriteIndex, endOfPassWriteIndex } = timestampWrites;
    // A region of several stages has its beginning in one of them and its end in another: a pass may have neither.
    if (i === 0 && beginningOfPassWriteIndex !== undefined) return { querySet, beginningOfPassWriteIndex };
    if (i === passes - 1 && endOfPassWriteIndex !== undefined) return { querySet, endOfPassWriteIndex };
    return undefined;
  });
}

/** Stages one after the other, timed as one: from the first pass's beginning to the last one's end. */
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
 * Runs stages in order and times each, while nothing else runs on the device: by timestamp queries where the device has them, else by the wall clock around a
 * submission of its own. Timestamps are quantized (Chrome: about 0.1 ms), so short stages want many repeats.
 *
 * @returns One time per stage, in order, summed over `repeats` runs and divided by their number.
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError.
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

/** How long a stage takes, from several measurements. */
export interface RegionTime extends Pick<StageTime, "ms" | "method"> {
  /** Shortest and longest of the measurements; `ms` is their median. */
  spread: [number, number];
}

/** A region of even the shortest kernel, a few µs, lasts long enough then. */
const MOST_REPEATS = 10_000;

/**
 * Times a stage many times over: each measurement repeats it until it lasts `regionMs`, which timestamps can resolve.
 *
 * @param runs Measurements, of which the median counts.
 * @param warmMs Milliseconds of the same work right before. A GPU that rests between submissions lowers its clock, an H100
 *   from 2 GHz to 0.35 within seconds: so, by timestamps, the measurements follow each other without a pause too.
 */
export function timeRegion(device: GPUDevice, stage: Stage, region: Region): Promise<RegionTime> {
  return lockOf(device).alone(() => measureRegion(device, stage, region));
}

/** How a region is timed: see {@link timeRegion}. */
interface Region {
  runs: number;
  regionMs?: number;
  warmMs?: number;
}

async function measureRegion(
  device: GPUDevice,
  stage: Stage,
  { runs, regionMs = 5, warmMs = 0 }: Region,
): Promise<RegionTime> {
  let inner = 1;
  let first = await shortest(device, stage);
  // Quantized timestamps may call a short region nothing: it grows by steps.
  while (first.ms < regionMs && inner < MOST_REPEATS) {
    inner = Math.ceil(inner * Math.min(10, (1.2 * regionMs) / first.ms));
    first = await shortest(device, repeated(stage, inner));
  }
  const region = repeated(stage, inner);
  for (let ms = 0; ms < warmMs; ms += Math.max(first.ms, regionMs / 10)) {
    const encoder = device.createCommandEncoder({ label: stage.label });
    region.encode(encoder);
    // The measurements use the same buffers, and fail with the same errors.
    void submit(device, encoder);
  }
  const measured: Promise<StageTime[]>[] = [];
  for (let i = 0; i < runs; i++) {
    measured.push(measureStages(device, [region]));
    if (first.method === "wall clock") await measured[i];
  }
  const times = (await Promise.all(measured)).map(([{ ms }]) => ms / inner).toSorted((a, b) => a - b);
  const ms = times[Math.floor(runs / 2)];
  // A machine that stalled before and does not now: the region was too short after all.
  if (ms === 0 && inner < MOST_REPEATS) return measureRegion(device, stage, { runs, regionMs: 2 * regionMs, warmMs });
  return { ms, spread: [times[0], times[runs - 1]], method: first.method };
}

/** The shortest of three measurements: what else the machine does can only make one longer. */
async function shortest(device: GPUDevice, stage: Stage): Promise<StageTime> {
  const times = [
    await measureStages(device, [stage]),
    await measureStages(device, [stage]),
    await measureStages(device, [stage]),
  ];
  return times.flat().toSorted((a, b) => a.ms - b.ms)[0];
}

/** The same stage `times` times over, timed as one. */
function repeated(stage: Stage, times: number): Stage {
  return sequence(
    stage.label,
    Array.from({ length: times }, () => stage),
  );
}
