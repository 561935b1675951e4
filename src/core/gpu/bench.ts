import { ErrorGauge } from "./check.ts";
import type { Gpu } from "./device.ts";
import { type Allocation, allocate } from "./pool.ts";
import { readBack } from "./readback.ts";
import { fill } from "./submit.ts";
import { sequence, type Stage, type Plan } from "./timing.ts";

/** One benchmark case: a kernel at a real size, the bytes that it must move, and a published time. */
export interface BenchCase {
  /** Folder, stem and size, e.g. "detection/errors 3104 packets". */
  name: string;
  /** Bytes that an ideal kernel reads and writes: the roofline. */
  bytes: number;
  /** The published time in ms, and the published device. */
  published?: { ms: number; on: string };
  /** The jobs of the case, if it may be cut into pages. Other cases fit every device. */
  batch?: Batch;
  /** Returns the largest error against float64, divided by the RMS of the correct result, in a page of `jobs` jobs. */
  error?(gpu: Gpu, jobs: number): Promise<number | undefined>;
  /** Creates the plan for a page of `jobs` jobs. */
  create(device: GPUDevice, jobs: number): Promise<BenchPlan>;
}

type BenchPlan = Plan;

/** One smallest piece of work, for example a codeword: timed alone, from the processor's memory and back to it. */
export interface LatencyCase {
  /** As in {@link BenchCase}, for example "turbo/latency one codeword of 6144 bits". */
  name: string;
  open(gpu: Gpu): Promise<{ run(): Promise<unknown>; destroy(): void }>;
}

/** Number of equal, independent jobs: packets, blocks or signals. */
export interface Batch {
  jobs: number;
  /** Bytes per job of the largest buffer that a kernel binds. */
  bytes: number;
  /** The number of jobs in a page is a multiple of this. Default 1. */
  group?: number;
}

/**
 * Returns the number of jobs of each page, so that a page fits bindings of `limit` bytes. All pages but the last are
 * equal.
 */
export function batchSizes({ jobs, bytes, group = 1 }: Batch, limit: number): number[] {
  const most = group * Math.max(1, Math.floor(limit / (bytes * group)));
  const page = group * Math.ceil(jobs / group / Math.ceil(jobs / most));
  return Array.from({ length: Math.ceil(jobs / page) }, (_, i) => Math.min(page, jobs - i * page));
}

/** Creates a plan for the whole case, in as few pages as the device's bindings allow, one after another. */
export async function createPages(device: GPUDevice, one: BenchCase): Promise<BenchPlan & { pages: number[] }> {
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const pages = one.batch ? batchSizes(one.batch, Math.min(maxStorageBufferBindingSize, maxBufferSize)) : [1];
  const plans = new Map<number, BenchPlan>();
  const destroy = () => {
    for (const plan of plans.values()) plan.destroy();
  };
  try {
    for (const jobs of new Set(pages)) plans.set(jobs, await one.create(device, jobs));
  } catch (error) {
    destroy();
    throw error;
  }
  const stages = pages.map((jobs) => plans.get(jobs) as BenchPlan);
  return { ...sequence(one.name, stages), pages, destroy };
}

/** A plan with its inputs, and the expected output. */
export interface Prepared {
  plan: BenchPlan;
  check?: {
    output: GPUBuffer;
    /** Whether the output is an input too. */
    inPlace?: boolean;
    /** Whether its numbers are u32; else f32. */
    words?: boolean;
    /** Numbers per job in the output, and numbers per value: 2 for complex pairs. */
    row: number;
    width: 1 | 2;
    /** Whether jobs are columns: value i of a job is value i·jobs + job of the output. */
    columns?: boolean;
    /** A job's numbers in float64 from the beginning of its row; fewer than all of them where the reference is slow. */
    expected(job: number): ArrayLike<number>;
  };
}

/** Returns a case that checks the first, the last and a middle job of a page, with the same inputs as the timing. */
export function batchCase({
  prepare,
  ...line
}: Pick<BenchCase, "name" | "bytes" | "published" | "batch"> & {
  /** Inputs are allocated from `memory`, which is released with the plan. */
  prepare(device: GPUDevice, memory: Allocation, jobs: number): Promise<Prepared>;
}): BenchCase {
  const open = async (device: GPUDevice, jobs: number) => {
    const memory = allocate(device);
    const { plan, check } = await prepare(device, memory, jobs);
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { plan: { ...plan, destroy }, check };
  };
  return {
    ...line,
    create: async (device, jobs) => (await open(device, jobs)).plan,
    async error({ device }, jobs) {
      const { plan, check } = await open(device, jobs);
      try {
        return check && (await errorOf(device, plan, check, jobs));
      } finally {
        plan.destroy();
      }
    },
  };
}

async function errorOf(
  device: GPUDevice,
  plan: Stage,
  { output, inPlace, words, row, width, columns, expected }: NonNullable<Prepared["check"]>,
  jobs: number,
): Promise<number> {
  const encoder = device.createCommandEncoder({ label: `${plan.label}, checked` });
  // Poison the output: a number that the kernel forgets to write is then wrong.
  if (!inPlace) encoder.clearBuffer(output);
  plan.encode(encoder);
  const checked = [...new Set([0, jobs >> 1, jobs - 1])].map((job) => ({ job, right: expected(job) }));
  const sliceOf = (job: number, length: number) =>
    columns ? { offset: 0, size: 4 * length * jobs } : { offset: 4 * row * job, size: 4 * length };
  const slices = checked.map(({ job, right }) => ({ buffer: output, ...sliceOf(job, right.length) }));
  const found = await readBack(device, slices, encoder);
  const Numbers = words ? Uint32Array : Float32Array;
  const gauge = new ErrorGauge(width);
  for (const [i, { job, right }] of checked.entries()) {
    const numbers = new Numbers(found[i]);
    gauge.add(columns ? columnOf(numbers, job, jobs, width) : numbers, right);
  }
  return gauge.relative;
}

/** Returns the values of one column of rows with `columns` values. */
const columnOf = (numbers: ArrayLike<number>, column: number, columns: number, width: number) =>
  Array.from(
    { length: numbers.length / columns },
    (_, i) => numbers[width * (Math.floor(i / width) * columns + column) + (i % width)],
  );

/** Returns a buffer with `copies` copies of the same numbers. */
export function tiled(
  device: GPUDevice,
  memory: Allocation,
  label: string,
  values: ArrayBufferView<ArrayBuffer>,
  copies: number,
): GPUBuffer {
  const tile = memory.constant(`${label}, once`, values);
  const buffer = memory.storage(label, copies * values.byteLength);
  const encoder = device.createCommandEncoder({ label });
  for (let i = 0; i < copies; i++) {
    encoder.copyBufferToBuffer(tile, 0, buffer, i * values.byteLength, values.byteLength);
  }
  fill(device, encoder, [buffer]);
  return buffer;
}

/** Returns row `row` of the output of `tiled` for rows of `length` numbers, for a reference. */
export function tiledRow(values: Float32Array | Uint32Array, row: number, length: number): Float64Array {
  const first = (row * length) % values.length;
  return Float64Array.from(values.subarray(first, first + length));
}
