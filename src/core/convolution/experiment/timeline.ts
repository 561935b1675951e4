import { type ConvolutionName, convolutions } from "../registry.ts";
import type { Convolution } from "../plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { accepted, blame, scoped } from "../../gpu/errors.ts";
import { allocate, poolOf } from "../../gpu/pool.ts";
import { lockOf } from "../../gpu/lock.ts";
import { readBack } from "../../gpu/readback.ts";
import { rehearse, submit } from "../../gpu/submit.ts";
import { convolutionTask } from "../task.ts";
import { sizesOf, type Workload, workloadOf } from "./comparison.ts";
import { errorOf, inputsOf, signalsAtOnce } from "../../measurement/task.ts";
import { isWrong } from "../../measurement/verdict.ts";

/** Who is busy: the CPU with filling and reading buffers, the GPU with transfers or with the kernel. */
export type Lane = "fill" | "upload" | "compute" | "download" | "read";

/** One piece of work on one part of the batch; milliseconds since the run began. */
export interface TimelineEvent {
  lane: Lane;
  part: number;
  start: number;
  end: number;
}

/** A batch in parts through a number of buffers: with one, each step waits for the one before it. */
export interface TimelineRun {
  buffers: number;
  /** Milliseconds from the first sample filled in to the last output read. */
  ms: number;
  events: TimelineEvent[];
  /** Largest error of the outputs read against float64, over the RMS of what is right. */
  maxError: number;
  wrong: boolean;
}

export interface TimelineState {
  config: Workload;
  method: ConvolutionName;
  /** Parts of the batch, and the signals in each. */
  parts: number;
  signals: number;
  /** False where the device has no timestamps: then transfers count as "compute", by the wall clock. */
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
/** Bytes of one part at most, so that three of everything fit small GPUs. */
const MOST_BYTES = 2 ** 25;
/** Timestamps of a part: before the upload, before and after the kernel, after the download. */
const MARKS = 4;

/**
 * Sends a batch through the GPU in parts, with 1, 2 and 3 sets of buffers, and records who was busy when (the thesis's Figs
 * 3.11–3.13). WebGPU has one queue: transfers and kernels follow one another on the GPU, the CPU's work overlaps with both.
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

/** A timeline that has not begun: of the fastest method that takes the sizes. */
export function newTimeline(workload: Workload): TimelineState {
  const config = workloadOf(workload);
  const sizes = sizesOf(config, config.cascade);
  const method = convolutions["overlap-save"].refusal(sizes) ? "direct" : "overlap-save";
  const fitting = Math.max(1, Math.floor(MOST_BYTES / (8 * Math.max(config.signal, config.filter))));
  const signals = Math.min(fitting, Math.ceil(config.batch / MOST_PARTS));
  return { config, method, parts: partsOf(config, signals), signals, timestamps: true, runs: [] };
}

const partsOf = ({ batch }: Workload, signals: number) => Math.min(MOST_PARTS, Math.ceil(batch / signals));

/** The same in parts that keep the GPU no longer than a submission may. */
async function shortParts(gpu: Gpu, state: TimelineState): Promise<TimelineState> {
  const { config, method } = state;
  const sizes = sizesOf(config, config.cascade);
  const task = convolutionTask(sizes, config.seed);
  const short = await signalsAtOnce(gpu, task, (signals, [input, filters]) =>
    convolutions[method].create(gpu.device, { ...sizes, signals, input, filters }),
  );
  const signals = Math.min(state.signals, short);
  return { ...state, signals, parts: partsOf(config, signals) };
}

interface BufferSet {
  /** Filled by the CPU, copied to `input`. */
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
  const sizes = { ...sizesOf(config, config.cascade), signals };
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
    // A set that no part uses would have nothing to check.
    for (let i = 0; i < Math.min(buffers, parts); i++) {
      const input = memory.storage("samples", inputBytes);
      const plan = await convolutions[method].create(device, { ...sizes, input, filters });
      const filled = pool.acquire("filled", inputBytes, GPUBufferUsage.MAP_WRITE | GPUBufferUsage.COPY_SRC);
      const fetched = pool.acquire("fetched", outputBytes, GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ);
      const results = new Float32Array(outputBytes / 4);
      sets.push({ filled, input, plan, fetched, results, busy: Promise.resolve() });
      blame(filled, verdict);
    }
    // A buffer that has no memory cannot be mapped.
    await accepted(...sets.flatMap(({ filled, fetched }) => [filled, fetched]));
    await rehearse(
      device,
      sets.map(({ plan }) => plan),
    );
    // Once without looking, for whatever only the first run has to do.
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

/** The GPU's own marks, on the CPU's clock: shifted as little as lets no part begin before it was submitted. */
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
  const lanes: readonly Lane[] = ["upload", "compute", "download"];
  return submitted.flatMap((_, part) =>
    lanes.map((lane, i): TimelineEvent => {
      const [start, end] = [ms[MARKS * part + i], ms[MARKS * part + i + 1]];
      return { lane, part, start: start + shift, end: end + shift };
    }),
  );
}
