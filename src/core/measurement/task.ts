import { createCopy } from "../arithmetic/copy.ts";
import { lockOf } from "../gpu/lock.ts";
import { ErrorGauge, noise } from "../gpu/check.ts";
import type { Gpu } from "../gpu/device.ts";
import { allocate, poolOf } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";
import { rehearse } from "../gpu/submit.ts";
import { type Stage, type StageTime, timeRegion, timeStages } from "../gpu/timing.ts";

/** A batch of equal jobs, one a signal, that several methods do: what goes in and what must come out. */
export interface Task {
  batch: number;
  /** Complex inputs, interleaved: each [signal][row], or one row for all where `shared`. */
  inputs: readonly { name: string; row: number; shared?: boolean }[];
  /** Complex outputs a signal. */
  outputRow: number;
  seed: number;
  /** Floating-point operations of one signal: says how many signals the first, unmeasured run may take. */
  flops?: number;
  /** Output `at` of one signal in float64, from its rows of the inputs. */
  expected(rows: readonly Float32Array[], at: number): readonly [number, number];
  /** Outputs that are checked, about: those of three signals at most. Default 16384. */
  samples?: number;
}

/** What a method did with a task. */
export interface Measurement {
  /** Milliseconds for the batch. */
  ms: number;
  /** Median (CPU: mean) of so many runs, of so many signals each; the batch is in proportion. */
  runs: number;
  signals: number;
  timing: StageTime["method"];
  /** Largest error of the outputs looked at, over the RMS of the right ones; infinite where they are no numbers. */
  maxError: number;
}

/** No submission should last longer: operating systems end programs whose kernels take long. */
const LONGEST_MS = 50;
/** A software adapter's kernels end no program, but nothing can be stopped in the middle of one. */
const LONGEST_SOFTWARE_MS = 5000;
/** Signals of the first run, which tells how many may go into one submission, and its operations at most. */
const TRIAL = 8;
const trialFlops = ({ software }: Gpu["adapter"]) => (software ? 2e8 : 2e9);
/** Bytes of one buffer at most, whatever the device allows. */
const MOST_BYTES = 2 ** 29;
/** A CPU run lasts about this long. */
const CPU_RUN_MS = 30;

/** Speed of the copy kernel, bytes/ms: what memory can do in this very run. */
export async function copySpeed({ device, adapter }: Gpu): Promise<number> {
  const length = adapter.software ? 2 ** 20 : Math.min(2 ** 25, device.limits.maxStorageBufferBindingSize / 4);
  const memory = allocate(device);
  const plan = await createCopy(device, { x: memory.storage("source", 4 * length), length });
  try {
    await timeStages(device, [plan]);
    const { ms } = await timeRegion(device, plan, { runs: runsOn(adapter.software) });
    return (8 * length) / ms;
  } finally {
    plan.destroy();
    memory.release();
  }
}

const runsOn = (software: boolean) => (software ? 1 : 9);

/**
 * Times a method on the GPU, in pages that keep every submission short, and checks what it gave.
 *
 * @param create The method for so many signals, reading these buffers.
 * @param transfers Whether inputs are sent and outputs fetched within the time, which is then the wall clock's.
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError, or whatever `create` throws.
 */
export async function measureGpu(gpu: Gpu, task: Task, create: CreateOnGpu, transfers: boolean): Promise<Measurement> {
  const { device, adapter } = gpu;
  const signals = await signalsAtOnce(gpu, task, create);
  return withPage(device, task, create, signals, async (page) => {
    const maxError = await checkOnGpu(device, task, page);
    const runs = runsOn(adapter.software);
    const { ms, method } = transfers
      ? await lockOf(device).alone(() => timeWithTransfers(device, task, page, runs))
      : await timeRegion(device, page.plan, { runs, regionMs: adapter.software ? 1 : undefined });
    return { ms: (ms * task.batch) / signals, runs, signals, timing: method, maxError };
  });
}

/** Signals that fit the device at once, and keep it no longer than a submission may; one at least. */
export async function signalsAtOnce(gpu: Gpu, task: Task, create: CreateOnGpu): Promise<number> {
  const perSignal = await firstMs(gpu, task, create);
  const quick = Math.floor(LONGEST_MS / Math.max(perSignal, 1e-6));
  return Math.max(1, Math.min(fittingSignals(gpu.device, task), quick));
}

/** Milliseconds of one signal, from the second run of a few. */
async function firstMs({ device, adapter }: Gpu, task: Task, create: CreateOnGpu): Promise<number> {
  const affordable = Math.max(1, Math.floor(trialFlops(adapter) / (task.flops ?? 1)));
  const trial = Math.min(fittingSignals(device, task), TRIAL, affordable);
  return withPage(device, task, create, trial, async ({ plan }) => {
    await timeStages(device, [plan]);
    const [{ ms }] = await timeStages(device, [plan]);
    return ms / trial;
  });
}

/**
 * Makes sure that one signal alone does not hold the device too long, where its outputs cost the same each: by a run of its
 * first outputs. Signals that are short for sure are not run.
 *
 * @param create The method for so many outputs of a signal.
 * @throws RangeError that says how long it would take.
 */
export async function checkDuration(
  gpu: Gpu,
  task: Task & { flops: number },
  create: (outputRow: number) => CreateOnGpu,
): Promise<void> {
  const share = trialFlops(gpu.adapter) / task.flops;
  if (share >= 1) return;
  const outputRow = Math.ceil(share * task.outputRow);
  const part = { ...task, outputRow, flops: share * task.flops };
  const ms = ((await firstMs(gpu, part, create(outputRow))) * task.outputRow) / outputRow;
  const longest = gpu.adapter.software ? LONGEST_SOFTWARE_MS : LONGEST_MS;
  if (ms > longest) {
    throw new RangeError(`one signal must not hold the GPU longer than ${longest} ms, and would for ${Math.round(ms)}`);
  }
}

/** A method for so many signals, reading these buffers; `output` may be one of them. */
export type CreateOnGpu = (
  signals: number,
  inputs: GPUBuffer[],
) => Promise<Stage & { output: GPUBuffer; destroy(): void }>;

/** The error of a method with as many signals of a task as fit the device at once: see Measurement.maxError. */
export function errorOnGpu({ device }: Gpu, task: Task, create: CreateOnGpu): Promise<number> {
  return withPage(device, task, create, fittingSignals(device, task), (page) => checkOnGpu(device, task, page));
}

function fittingSignals({ limits }: GPUDevice, { batch, inputs, outputRow }: Task): number {
  const most = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize, MOST_BYTES);
  const widest = 8 * Math.max(outputRow, ...inputs.map(({ row }) => row));
  return Math.min(batch, limits.maxComputeWorkgroupsPerDimension, Math.max(1, Math.floor(most / widest)));
}

async function withPage<T>(
  device: GPUDevice,
  task: Task,
  create: CreateOnGpu,
  signals: number,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const memory = allocate(device);
  const data = inputsOf(task, signals);
  try {
    const buffers = data.map((values, i) => memory.constant(task.inputs[i].name, values));
    const plan = await create(signals, buffers);
    try {
      await rehearse(device, [plan]);
      return await work({ plan, data, buffers, signals });
    } finally {
      plan.destroy();
    }
  } finally {
    memory.release();
    poolOf(device).trim();
  }
}

interface Page {
  plan: Stage & { output: GPUBuffer };
  data: Float32Array<ArrayBuffer>[];
  buffers: GPUBuffer[];
  signals: number;
}

/** From the first byte sent to the last one fetched. */
async function timeWithTransfers(
  device: GPUDevice,
  { outputRow }: Task,
  { plan, data, buffers, signals }: Page,
  runs: number,
): Promise<Pick<StageTime, "ms" | "method">> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const start = performance.now();
    for (const [i, values] of data.entries()) device.queue.writeBuffer(buffers[i], 0, values);
    const encoder = device.createCommandEncoder({ label: plan.label });
    plan.encode(encoder);
    await readBack(device, [{ buffer: plan.output, size: 8 * outputRow * signals }], encoder);
    times.push(performance.now() - start);
  }
  // The first run makes the staging buffers.
  const sorted = times.slice(1).sort((a, b) => a - b);
  return { ms: sorted[Math.floor(runs / 2)], method: "wall clock" };
}

async function checkOnGpu(device: GPUDevice, task: Task, { plan, data, buffers, signals }: Page): Promise<number> {
  const encoder = device.createCommandEncoder({ label: `${plan.label}, checked` });
  // What a kernel forgets to write is wrong, whatever was there before.
  if (!buffers.includes(plan.output)) encoder.clearBuffer(plan.output);
  plan.encode(encoder);
  const windows = windowsOf(task, signals);
  const slices = windows.map(({ signal, at, length }) => {
    return { buffer: plan.output, offset: 8 * (signal * task.outputRow + at), size: 8 * length };
  });
  const found = await readBack(device, slices, encoder);
  return largestError(task, data, windows, (i) => new Float32Array(found[i]));
}

/**
 * Times a method on the CPU and checks what it gave.
 *
 * @param create The method for so many signals.
 */
export async function measureCpu(
  task: Task,
  create: (
    signals: number,
  ) => Promise<{ run(inputs: readonly Float32Array[], output: Float32Array): void; destroy(): void }>,
): Promise<Measurement> {
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
  // A browser's clock is coarse: many runs where one is short.
  const { ms: first } = await attempt(1, 1);
  const wanted = Math.ceil(CPU_RUN_MS / Math.max(first, 1e-2));
  const signals = Math.min(task.batch, Math.max(1, wanted));
  const runs = Math.max(1, Math.ceil(wanted / signals));
  const { data, output, ms } = await attempt(signals, runs);
  const maxError = errorOf(task, data, signals, output);
  return { ms: (ms * task.batch) / signals, runs, signals, timing: "wall clock", maxError };
}

/** The error of outputs that are all at hand: see Measurement.maxError. */
export function errorOf(task: Task, data: readonly Float32Array[], signals: number, output: Float32Array): number {
  const windows = windowsOf(task, signals);
  return largestError(task, data, windows, (i) => {
    const start = 2 * (windows[i].signal * task.outputRow + windows[i].at);
    return output.subarray(start, start + 2 * windows[i].length);
  });
}

/** A run of neighbouring outputs that is checked. */
interface Window {
  signal: number;
  at: number;
  length: number;
}

/** The beginning, the end and places between, in the first, the last and a middle signal. */
function windowsOf({ outputRow, samples = 2 ** 14 }: Task, signals: number): Window[] {
  const chosen = [...new Set([0, Math.floor(signals / 2), signals - 1])];
  const length = Math.min(outputRow, Math.max(1, Math.floor(samples / (6 * chosen.length))));
  const places = [0, 0.137, 0.382, 0.618, 0.871, 1].map((share) => Math.floor(share * (outputRow - length)));
  return chosen.flatMap((signal) => [...new Set(places)].map((at) => ({ signal, at, length })));
}

function largestError(
  task: Task,
  data: readonly Float32Array[],
  windows: readonly Window[],
  found: (window: number) => Float32Array,
): number {
  const gauge = new ErrorGauge(2);
  for (const [i, { signal, at, length }] of windows.entries()) {
    const rows = data.map((input, j) => {
      const { row, shared } = task.inputs[j];
      const start = shared ? 0 : 2 * signal * row;
      return input.subarray(start, start + 2 * row);
    });
    const expected = Array.from({ length }, (_, n) => task.expected(rows, at + n));
    gauge.add(found(i), expected.flat());
  }
  return gauge.relative;
}

/** A task's inputs for so many signals: the same for the same seed. */
export function inputsOf({ inputs, seed }: Task, signals: number): Float32Array<ArrayBuffer>[] {
  return inputs.map(({ row, shared }, i) => noise(seed + i, 2 * row * (shared ? 1 : signals)));
}
