import { createCopy } from "../arithmetic/copy.ts";
import { lockOf } from "../gpu/lock.ts";
import { ErrorGauge, noise, NOISE_PERIOD } from "../gpu/check.ts";
import type { Gpu } from "../gpu/device.ts";
import { allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";
import { fill, rehearse } from "../gpu/submit.ts";
import { type RegionTime, type Stage, type StageTime, timeRegion, timeStages } from "../gpu/timing.ts";

/** A batch of equal jobs, one per signal, for several methods: the inputs and the expected outputs. */
export interface TimedTask {
  batch: number;
  /** Complex inputs, interleaved: [signal][row], or one row for all signals if `shared`. */
  inputs: readonly { name: string; row: number; shared?: boolean }[];
  /** Complex outputs per signal. */
  outputRow: number;
  seed: number;
  /** Floating-point operations per signal. They limit the number of signals in the first, unmeasured run. */
  flops?: number;
  /** Expected outputs of earlier checks by their window. Methods that compute the same outputs of the same inputs share them. */
  known?: Map<string, Float64Array>;
  /** Returns output `at` of one signal in float64, from its rows of the inputs. */
  expected(rows: readonly Float32Array[], at: number): readonly [number, number];
  /** Approximate number of checked outputs, from at most three signals. Default 16384. */
  samples?: number;
}

/** The result of a method for a task. */
export interface MethodMeasurement {
  /** Milliseconds for the batch. */
  ms: number;
  /** Number of runs, and signals per run. The time is their median (CPU: mean), scaled to the batch. */
  runs: number;
  signals: number;
  timing: StageTime["method"];
  /** Largest error of the checked outputs, divided by the RMS of the correct ones; infinite for NaN. */
  maxError: number;
}

/** Longest duration of a submission, ms: operating systems stop programs with long kernels. */
const LONGEST_MS = 50;
/** The same for a software adapter. Its long kernels are not stopped, but they delay every abort. */
const LONGEST_SOFTWARE_MS = 5000;
/**
 * Signals and largest number of operations of the first run, which decides how many signals one submission may have.
 */
const TRIAL = 8;
const trialFlops = ({ software }: Gpu["adapter"]) => (software ? 2e8 : 2e9);
/** Largest size of a buffer in bytes on any device. */
const MOST_BYTES = 2 ** 29;
/** Approximate duration of a CPU run, ms. */
const CPU_RUN_MS = 30;

/** Returns the speed of the copy kernel in bytes/ms: the memory speed in this run. */
export async function copySpeed({ device, adapter }: Gpu): Promise<number> {
  const length = adapter.software ? 2 ** 20 : Math.min(2 ** 25, device.limits.maxStorageBufferBindingSize / 4);
  return withCopy(device, length, async (plan) => {
    const { ms } = await timeRegion(device, plan, runsOn(adapter.software));
    return (8 * length) / ms;
  });
}

/** Builds the copy kernel that {@link copySpeed} times, and gives it back. */
export const buildCopy = (device: GPUDevice): Promise<void> => withCopy(device, 4, async () => {});

/** Runs `work` with the kernel that copies `length` numbers. */
async function withCopy<T>(device: GPUDevice, length: number, work: (plan: Stage) => Promise<T>): Promise<T> {
  const memory = allocate(device);
  const plan = await createCopy(device, { x: memory.storage("source", 4 * length), length });
  try {
    return await work(plan);
  } finally {
    plan.destroy();
    memory.release();
  }
}

/** Five regions that agree are as good as nine. */
const runsOn = (software: boolean) => (software ? { runs: 1 } : { runs: 9, enough: 5 });

/**
 * Times a method on the GPU in pages with short submissions, and checks its outputs.
 *
 * @param create Creates the method for `signals` signals that reads these buffers.
 * @param transfers True: the time includes sending inputs and fetching outputs, and is measured by the wall clock.
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError, or errors of `create`.
 */
export async function measureGpu(
  gpu: Gpu,
  task: TimedTask,
  create: CreateOnGpu,
  transfers: boolean,
): Promise<MethodMeasurement> {
  const { device, adapter } = gpu;
  const time = async (page: Page, maxError: number, aboutMs?: number): Promise<MethodMeasurement> => {
    const most = runsOn(adapter.software);
    const { ms, runs, method } = transfers
      ? await lockOf(device).alone(() => timeWithTransfers(device, task, page, most.runs))
      : await timeRegion(device, page.plan, { ...most, aboutMs, regionMs: adapter.software ? 1 : undefined });
    return { ms: (ms * task.batch) / page.signals, runs, signals: page.signals, timing: method, maxError };
  };
  if (task.batch <= Math.min(affordableSignals(gpu, task), fittingSignals(device, task))) {
    // A small batch is its own trial. The check is its first run, because a method may overwrite its inputs.
    const measured = await withPage(device, task, create, task.batch, async (page) => {
      const maxError = await checkOnGpu(device, task, page);
      const [{ ms }] = await timeStages(device, [page.plan]);
      return ms <= LONGEST_MS ? time(page, maxError, ms) : undefined;
    });
    if (measured) return measured;
  }
  const signals = await signalsAtOnce(gpu, task, create);
  return withPage(device, task, create, signals, async (page) => time(page, await checkOnGpu(device, task, page)));
}

/** Returns how many signals fit the device's memory and the duration of a submission; at least one. */
export async function signalsAtOnce(gpu: Gpu, task: TimedTask, create: CreateOnGpu): Promise<number> {
  const perSignal = await firstMs(gpu, task, create);
  const quick = Math.floor(LONGEST_MS / Math.max(perSignal, 1e-6));
  return Math.max(1, Math.min(fittingSignals(gpu.device, task), quick));
}

/** Returns the duration of one signal in ms, from the second run of a few signals. */
async function firstMs(gpu: Gpu, task: TimedTask, create: CreateOnGpu): Promise<number> {
  const { device } = gpu;
  const trial = Math.min(fittingSignals(device, task), TRIAL, affordableSignals(gpu, task));
  return withPage(device, task, create, trial, async ({ plan }) => {
    const [, { ms }] = await timeStages(device, [plan, plan]);
    return ms / trial;
  });
}

/** Most signals for a first run: its operations are limited. */
const affordableSignals = ({ adapter }: Gpu, task: TimedTask) =>
  Math.max(1, Math.floor(trialFlops(adapter) / (task.flops ?? 1)));

/**
 * Checks that one signal does not block the device too long, by a run of its first outputs. It assumes that all outputs
 * cost the same. Short signals are not run.
 *
 * @param create Creates the method for `outputs` outputs of a signal.
 * @throws RangeError with the expected duration.
 */
export async function checkDuration(
  gpu: Gpu,
  task: TimedTask & { flops: number },
  create: (outputRow: number) => CreateOnGpu,
): Promise<void> {
  const share = trialFlops(gpu.adapter) / task.flops;
  if (share >= 1) return;
  const outputRow = Math.ceil(share * task.outputRow);
  const part = { ...task, outputRow, flops: share * task.flops };
  const ms = ((await firstMs(gpu, part, create(outputRow))) * task.outputRow) / outputRow;
  const longest = gpu.adapter.software ? LONGEST_SOFTWARE_MS : LONGEST_MS;
  if (ms > longest) {
    throw new RangeError(
      `one signal must not block the GPU for longer than ${longest} ms; it would take ${Math.round(ms)}`,
    );
  }
}

/** A method for `signals` signals that reads these buffers; `output` may be one of them. */
export type CreateOnGpu = (
  signals: number,
  inputs: GPUBuffer[],
) => Promise<Stage & { output: GPUBuffer; destroy(): void }>;

/** Returns the error of a method for as many signals as fit the device: see MethodMeasurement.maxError. */
export function errorOnGpu({ device }: Gpu, task: TimedTask, create: CreateOnGpu): Promise<number> {
  return withPage(device, task, create, fittingSignals(device, task), (page) => checkOnGpu(device, task, page));
}

function fittingSignals({ limits }: GPUDevice, { batch, inputs, outputRow }: TimedTask): number {
  const most = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize, MOST_BYTES);
  const widest = 8 * Math.max(outputRow, ...inputs.map(({ row }) => row));
  return Math.min(batch, limits.maxComputeWorkgroupsPerDimension, Math.max(1, Math.floor(most / widest)));
}

/** Builds a method for a task's first run, and gives it back. */
export async function buildTrial(device: GPUDevice, task: TimedTask, create: CreateOnGpu): Promise<void> {
  const memory = allocate(device);
  const signals = Math.min(fittingSignals(device, task), TRIAL);
  const buffers = task.inputs.map(({ name, row, shared }) => memory.storage(name, 8 * row * (shared ? 1 : signals)));
  const plan = await create(signals, buffers);
  plan.destroy();
  memory.release();
}

async function withPage<T>(
  device: GPUDevice,
  task: TimedTask,
  create: CreateOnGpu,
  signals: number,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const memory = allocate(device);
  try {
    const buffers = task.inputs.map(({ name, row, shared }, i) => {
      const buffer = memory.storage(name, 8 * row * (shared ? 1 : signals));
      fillWithNoise(device, buffer, task.seed + i, 2 * row * (shared ? 1 : signals));
      return buffer;
    });
    const plan = await create(signals, buffers);
    try {
      await rehearse(device, [plan]);
      return await work({ plan, buffers, signals });
    } finally {
      plan.destroy();
    }
  } finally {
    memory.release();
  }
}

interface Page {
  plan: Stage & { output: GPUBuffer };
  buffers: GPUBuffer[];
  signals: number;
}

/** From the first sent byte to the last fetched one. */
async function timeWithTransfers(
  device: GPUDevice,
  task: TimedTask,
  { plan, buffers, signals }: Page,
  runs: number,
): Promise<Pick<RegionTime, "ms" | "method" | "runs">> {
  const data = inputsOf(task, signals);
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const start = performance.now();
    for (const [i, values] of data.entries()) device.queue.writeBuffer(buffers[i], 0, values);
    const encoder = device.createCommandEncoder({ label: plan.label });
    plan.encode(encoder);
    await readBack(device, [{ buffer: plan.output, size: 8 * task.outputRow * signals }], encoder);
    times.push(performance.now() - start);
  }
  // The first run allocates the staging buffers.
  const sorted = times.slice(1).sort((a, b) => a - b);
  return { ms: sorted[Math.floor(runs / 2)], runs, method: "wall clock" };
}

async function checkOnGpu(device: GPUDevice, task: TimedTask, { plan, buffers, signals }: Page): Promise<number> {
  const encoder = device.createCommandEncoder({ label: `${plan.label}, checked` });
  // Poison the output: a number that the kernel forgets to write is then wrong.
  if (!buffers.includes(plan.output)) encoder.clearBuffer(plan.output);
  plan.encode(encoder);
  const windows = windowsOf(task, signals);
  const slices = windows.map(({ signal, at, length }) => {
    return { buffer: plan.output, offset: 8 * (signal * task.outputRow + at), size: 8 * length };
  });
  const found = await readBack(device, slices, encoder);
  return largestError(task, rowsIn(task), windows, (i) => new Float32Array(found[i]));
}

/**
 * Times a method on the CPU, and checks its outputs.
 *
 * @param create Creates the method for `signals` signals.
 */
export async function measureCpu(
  task: TimedTask,
  create: (
    signals: number,
  ) => Promise<{ run(inputs: readonly Float32Array[], output: Float32Array): void; destroy(): void }>,
): Promise<MethodMeasurement> {
  const attempt = async (signals: number, runs: number) => {
    const plan = await create(signals);
    const data = inputsOf(task, signals);
    const output = new Float32Array(2 * signals * task.outputRow);
    const start = performance.now();
    for (let run = 0; run < runs; run++) plan.run(data, output);
    const ms = (performance.now() - start) / runs;
    plan.destroy();
    return { data, output, ms };
  };
  await attempt(1, 1);
  // A browser's clock is coarse, so a short run is repeated.
  const { ms: first } = await attempt(1, 1);
  const wanted = Math.ceil(CPU_RUN_MS / Math.max(first, 1e-2));
  const signals = Math.min(task.batch, Math.max(1, wanted));
  const runs = Math.max(1, Math.ceil(wanted / signals));
  const { data, output, ms } = await attempt(signals, runs);
  const maxError = errorOf(task, data, signals, output);
  return { ms: (ms * task.batch) / signals, runs, signals, timing: "wall clock", maxError };
}

/** Returns the error of complete outputs: see MethodMeasurement.maxError. */
export function errorOf(task: TimedTask, data: readonly Float32Array[], signals: number, output: Float32Array): number {
  const windows = windowsOf(task, signals);
  const rows = (signal: number) =>
    task.inputs.map(({ row, shared }, i) => {
      const start = shared ? 0 : 2 * signal * row;
      return data[i].subarray(start, start + 2 * row);
    });
  return largestError(task, rows, windows, (i) => {
    const start = 2 * (windows[i].signal * task.outputRow + windows[i].at);
    return output.subarray(start, start + 2 * windows[i].length);
  });
}

/** A range of checked, neighbouring outputs. */
interface Window {
  signal: number;
  at: number;
  length: number;
}

/**
 * Returns ranges at the beginning, at the end and between, in the first, the last and a middle signal. Methods that run other
 * numbers of signals share what they can.
 */
function windowsOf({ batch, outputRow, samples = 2 ** 14 }: TimedTask, signals: number): Window[] {
  const middle = Math.floor(batch / 2);
  const chosen = [...new Set([0, middle < signals ? middle : Math.floor(signals / 2), signals - 1])];
  const length = Math.min(outputRow, Math.max(1, Math.floor(samples / (6 * Math.min(batch, 3)))));
  const places = [0, 0.137, 0.382, 0.618, 0.871, 1].map((share) => Math.floor(share * (outputRow - length)));
  return chosen.flatMap((signal) => [...new Set(places)].map((at) => ({ signal, at, length })));
}

/**
 * Computes the inputs and expected outputs of a batch on the GPU, where a check then finds them. A worker that waits for the
 * compiler has the time.
 */
export function expectAhead(device: GPUDevice, task: TimedTask): void {
  expectedOutputs(task, rowsIn(task), windowsOf(task, fittingSignals(device, task)));
}

/** Returns the inputs of one signal of a task. */
const rowsIn =
  ({ inputs, seed }: TimedTask) =>
  (signal: number) =>
    inputs.map(({ row, shared }, i) => noise(seed + i, 2 * row, shared ? 0 : 2 * signal * row));

function largestError(
  task: TimedTask,
  rowsOf: (signal: number) => readonly Float32Array[],
  windows: readonly Window[],
  found: (window: number) => Float32Array,
): number {
  const gauge = new ErrorGauge(2);
  for (const [i, expected] of expectedOutputs(task, rowsOf, windows).entries()) gauge.add(found(i), expected);
  return gauge.relative;
}

/** @param rowsOf Returns the inputs of a signal. It is asked at most once for neighbouring windows of one signal. */
function expectedOutputs(
  task: TimedTask,
  rowsOf: (signal: number) => readonly Float32Array[],
  windows: readonly Window[],
): Float64Array[] {
  const { known = new Map<string, Float64Array>() } = task;
  let own: { signal: number; rows: readonly Float32Array[] } | undefined;
  return windows.map(({ signal, at, length }) => {
    const key = [signal, at, length].join(" ");
    let expected = known.get(key);
    if (!expected) {
      if (own?.signal !== signal) own = { signal, rows: rowsOf(signal) };
      expected = new Float64Array(2 * length);
      for (let n = 0; n < length; n++) expected.set(task.expected(own.rows, at + n), 2 * n);
      known.set(key, expected);
    }
    return expected;
  });
}

/** Fills a buffer with what {@link noise} gives. The device copies one period, so a large input costs no upload. */
function fillWithNoise(device: GPUDevice, buffer: GPUBuffer, seed: number, length: number): void {
  const memory = allocate(device);
  const period = Math.min(length, NOISE_PERIOD);
  const source = memory.constant(`a period of ${buffer.label}`, noise(seed, period));
  const encoder = device.createCommandEncoder({ label: buffer.label });
  for (let at = 0; at < length; at += period) {
    encoder.copyBufferToBuffer(source, 0, buffer, 4 * at, 4 * Math.min(period, length - at));
  }
  fill(device, encoder, [buffer]);
  memory.release();
}

/** Returns a task's inputs for `signals` signals. The same seed gives the same inputs. */
export function inputsOf({ inputs, seed }: TimedTask, signals: number): Float32Array<ArrayBuffer>[] {
  return inputs.map(({ row, shared }, i) => noise(seed + i, 2 * row * (shared ? 1 : signals)));
}
