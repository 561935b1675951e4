import { type ConvolutionName, convolutions } from "../registry.ts";
import type { Convolution } from "../plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { accepted, blame, scoped } from "../../gpu/errors.ts";
import { allocate, poolOf } from "../../gpu/pool.ts";
import { lockOf } from "../../gpu/lock.ts";
import { readBack } from "../../gpu/readback.ts";
import { rehearse, submit } from "../../gpu/submit.ts";
import { convolutionTask } from "../task.ts";
import { convolutionSizes, type Workload, workloadOf } from "./comparison.ts";
import { errorOf, inputsOf, signalsAtOnce } from "../../measurement/timed-task.ts";
import { isWrong } from "../../measurement/verdict.ts";

/** The kinds of work: the CPU fills and reads buffers; the GPU transfers or computes. */
export type TimelineLane = "fill" | "upload" | "compute" | "download" | "read";

/** One piece of work on one part of the batch; milliseconds since the start of the run. */
export interface TimelineEvent {
  lane: TimelineLane;
  part: number;
  start: number;
  end: number;
}

/** A batch sent in parts through a number of buffers. With one buffer each step waits for the one before it. */
export interface TimelineRun {
  buffers: number;
  /** Milliseconds from the first sample written to the last output read. */
  ms: number;
  events: TimelineEvent[];
  /** Largest error of the outputs relative to float64, over the RMS of the correct outputs. */
  maxError: number;
  wrong: boolean;
}

export interface TimelineState {
  config: Workload;
  method: ConvolutionName;
  /** Number of parts, and signals per part. */
  parts: number;
  signals: number;
  /** False if the device has no timestamps. Then transfers count as "compute", by wall clock. */
  timestamps: boolean;
  runs: TimelineRun[];
}

export interface TimelineStep {
  state: TimelineState;
  progress: number;
  done: boolean;
}

const BUFFERS = [1, 2, 3];
const MOST_PARTS = 8;
/** Most bytes per part, so that three sets of buffers fit small GPUs. */
const MOST_BYTES = 2 ** 25;
/** Timestamps per part: before the upload, before and after the kernel, after the download. */
const MARKS = 4;

/**
 * Sends a batch through the GPU in parts, with 1, 2 and 3 sets of buffers, and records when CPU and GPU work (the thesis's Figs
 * 3.11–3.13). WebGPU has one queue, so transfers and kernels run one after the other. The CPU's work overlaps with both.
 *
 * @throws DeviceLostError, OutOfMemoryError.
 */
export async function* timeline(
  gpu: Gpu,
  start: TimelineState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<TimelineStep> {
  const runs = [...start.runs];
  const plan = runs.length > 0 ? start : await shortParts(gpu, start);
  for (const buffers of BUFFERS.slice(runs.length)) {
    if (signal?.aborted) return;
    runs.push(await lockOf(gpu.device).alone(() => run(gpu, plan, buffers)));
    const state = { ...plan, timestamps: gpu.timestamps, runs: [...runs] };
    yield { state, progress: runs.length / BUFFERS.length, done: runs.length === BUFFERS.length };
  }
  poolOf(gpu.device).trim();
}

/** Returns a timeline that has not started, with the fastest method that takes the sizes. */
export function newTimeline(workload: Workload): TimelineState {
  const config = workloadOf(workload);
  const sizes = convolutionSizes(config, config.cascade);
  const method = convolutions["overlap-save"].refusal(sizes) ? "direct" : "overlap-save";
  const fitting = Math.max(1, Math.floor(MOST_BYTES / (8 * Math.max(config.signal, config.filter))));
  const signals = Math.min(fitting, Math.ceil(config.batch / MOST_PARTS));
  return { config, method, parts: partsOf(config, signals), signals, timestamps: true, runs: [] };
}

const partsOf = ({ batch }: Workload, signals: number) => Math.min(MOST_PARTS, Math.ceil(batch / signals));

/** Returns the timeline with parts short enough for one submission each. */
async function shortParts(gpu: Gpu, state: TimelineState): Promise<TimelineState> {
  const { config, method } = state;
  const sizes = convolutionSizes(config, config.cascade);
  const task = convolutionTask(sizes, config.seed);
  const short = await signalsAtOnce(gpu, task, (signals, [input, filters]) =>
    convolutions[method].create(gpu.device, { ...sizes, signals, input, filters }),
  );
  const signals = Math.min(state.signals, short);
  return { ...state, signals, parts: partsOf(config, signals) };
}

interface BufferSet {
  /** Written by the CPU, copied to `input`. */
  filled: GPUBuffer;
  input: GPUBuffer;
  plan: Convolution;
  /** Copied from the plan's output, read by the CPU. */
  fetched: GPUBuffer;
  results: Float32Array;
  /** The last part that used the set. */
  busy: Promise<void>;
}

async function run(gpu: Gpu, { config, method, parts, signals }: TimelineState, buffers: number): Promise<TimelineRun> {
  const { device } = gpu;
  const sizes = { ...convolutionSizes(config, config.cascade), signals };
  const task = convolutionTask(sizes, config.seed);
  const data = inputsOf(task, signals);
  const [samples, taps] = data;
  const inputBytes = 8 * signals * sizes.inputStride;
  const outputBytes = 8 * signals * sizes.outputLength;
  const memory = allocate(device);
  const pool = poolOf(device);
  const filters = memory.constant("taps", taps);
  const sets: BufferSet[] = [];
  const marks = () => device.createQuerySet({ type: "timestamp", count: MARKS * parts });
  const { result: querySet, verdict } = scoped(device, () => (gpu.timestamps ? marks() : undefined));
  const events: TimelineEvent[] = [];
  const submitted: number[] = [];
  let begun = 0;
  const now = () => performance.now() - begun;

  async function pass(part: number, set: BufferSet): Promise<void> {
    const { filled, input, plan, fetched, results } = set;
    await filled.mapAsync(GPUMapMode.WRITE, 0, inputBytes);
    const start = now();
    new Float32Array(filled.getMappedRange(0, inputBytes)).set(samples);
    filled.unmap();
    submitted[part] = now();
    events.push({ lane: "fill", part, start, end: submitted[part] });
    const encoder = device.createCommandEncoder({ label: `part ${part}` });
    const mark = (index: number) => {
      if (!querySet) return;
      const timestampWrites = { querySet, endOfPassWriteIndex: MARKS * part + index };
      encoder.beginComputePass({ label: "mark", timestampWrites }).end();
    };
    mark(0);
    encoder.copyBufferToBuffer(filled, 0, input, 0, inputBytes);
    mark(1);
    plan.encode(encoder);
    mark(2);
    encoder.copyBufferToBuffer(plan.output, 0, fetched, 0, outputBytes);
    mark(3);
    await Promise.all([submit(device, encoder), fetched.mapAsync(GPUMapMode.READ, 0, outputBytes)]);
    const arrived = now();
    if (!querySet) events.push({ lane: "compute", part, start: submitted[part], end: arrived });
    results.set(new Float32Array(fetched.getMappedRange(0, outputBytes)));
    fetched.unmap();
    events.push({ lane: "read", part, start: arrived, end: now() });
  }

  try {
    // A set without a part would have nothing to check.
    for (let i = 0; i < Math.min(buffers, parts); i++) {
      const input = memory.storage("samples", inputBytes);
      const plan = await convolutions[method].create(device, { ...sizes, input, filters });
      const filled = pool.acquire("filled", inputBytes, GPUBufferUsage.MAP_WRITE | GPUBufferUsage.COPY_SRC);
      const fetched = pool.acquire("fetched", outputBytes, GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ);
      const results = new Float32Array(outputBytes / 4);
      sets.push({ filled, input, plan, fetched, results, busy: Promise.resolve() });
      blame(filled, verdict);
    }
    // A buffer without memory cannot be mapped.
    await accepted(...sets.flatMap(({ filled, fetched }) => [filled, fetched]));
    await rehearse(
      device,
      sets.map(({ plan }) => plan),
    );
    // One run without timing, because the first run has extra work.
    await pass(0, sets[0]);
    events.length = 0;
    begun = performance.now();
    for (let part = 0; part < parts; part++) {
      const set = sets[part % sets.length];
      await set.busy;
      set.busy = pass(part, set);
    }
    await Promise.all(sets.map(({ busy }) => busy));
    const ms = now();
    if (querySet) events.push(...(await gpuEvents(device, querySet, submitted)));
    const maxError = Math.max(...sets.map(({ results }) => errorOf(task, data, signals, results)));
    return { buffers, ms, maxError, wrong: isWrong(maxError), events: events.toSorted((a, b) => a.start - b.start) };
  } finally {
    querySet?.destroy();
    for (const { filled, fetched, plan } of sets) {
      plan.destroy();
      pool.release(filled);
      pool.release(fetched);
    }
    memory.release();
  }
}

/** Converts the GPU's timestamps to the CPU's clock, with the smallest shift for which no part starts before its submission. */
async function gpuEvents(
  device: GPUDevice,
  querySet: GPUQuerySet,
  submitted: readonly number[],
): Promise<TimelineEvent[]> {
  const count = MARKS * submitted.length;
  const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
  const resolved = poolOf(device).acquire("timestamps", 8 * count, usage);
  const encoder = device.createCommandEncoder({ label: "timestamps" });
  encoder.resolveQuerySet(querySet, 0, count, resolved, 0);
  const [bytes] = await readBack(device, [{ buffer: resolved, size: 8 * count }], encoder);
  poolOf(device).release(resolved);
  const ticks = new BigUint64Array(bytes);
  const ms = Array.from(ticks, (tick) => Number(tick - ticks[0]) / 1e6);
  const shift = Math.max(...submitted.map((time, part) => time - ms[MARKS * part]));
  const lanes: readonly TimelineLane[] = ["upload", "compute", "download"];
  return submitted.flatMap((_, part) =>
    lanes.map((lane, i): TimelineEvent => {
      const [start, end] = [ms[MARKS * part + i], ms[MARKS * part + i + 1]];
      return { lane, part, start: start + shift, end: end + shift };
    }),
  );
}
