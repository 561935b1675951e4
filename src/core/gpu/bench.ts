import { ErrorGauge } from "./check.ts";
import type { Gpu } from "./device.ts";
import { type Allocation, allocate } from "./pool.ts";
import { readBack } from "./readback.ts";
import { fill } from "./submit.ts";
import { sequence, type Stage } from "./timing.ts";

/** One line of the benchmark: a kernel at a real size, with what it must move and what was published for it. */
export interface BenchCase {
  /** Folder, stem and size, e.g. "detection/errors 3104 packets". */
  name: string;
  /** Bytes that a perfect kernel reads and writes: the roofline. */
  bytes: number;
  /** Milliseconds published by the source, and on what. */
  published?: { ms: number; on: string };
  /** What the work is made of, where it may be done in pages; other cases fit every device as they are. */
  batch?: Batch;
  /** Largest error against float64 over the RMS of what is right, in a page of so many jobs. */
  error?(gpu: Gpu, jobs: number): Promise<number | undefined>;
  /** The plan for a page of so many jobs. */
  create(device: GPUDevice, jobs: number): Promise<BenchPlan>;
}

type BenchPlan = Stage & { destroy(): void };

/** Equal jobs that do not depend on each other: packets, blocks, signals. */
export interface Batch {
  jobs: number;
  /** Bytes of the largest buffer that a kernel binds, for each job. */
  bytes: number;
  /** A page holds a multiple of so many jobs. Default 1. */
  group?: number;
}

/** Jobs of each page in which a batch fits bindings of `limit` bytes: equal pages, but for the last. */
export function pagesOf({ jobs, bytes, group = 1 }: Batch, limit: number): number[] {
  const most = group * Math.max(1, Math.floor(limit / (bytes * group)));
  const page = group * Math.ceil(jobs / group / Math.ceil(jobs / most));
  return Array.from({ length: Math.ceil(jobs / page) }, (_, i) => Math.min(page, jobs - i * page));
}

/** A case's whole work, in as few pages as the device's bindings allow, one after the other. */
export async function createPages(device: GPUDevice, one: BenchCase): Promise<BenchPlan & { pages: number[] }> {
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const pages = one.batch ? pagesOf(one.batch, Math.min(maxStorageBufferBindingSize, maxBufferSize)) : [1];
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

/** A plan with its inputs in place, and what must come out of it. */
export interface Prepared {
  plan: BenchPlan;
  check?: {
    output: GPUBuffer;
    /** Whether the output is an input too. */
    inPlace?: boolean;
    /** Whether its numbers are u32; else f32. */
    words?: boolean;
    /** Numbers of a job in the output, and how many of them make one: 2 for complex pairs. */
    row: number;
    width: 1 | 2;
    /** A job's numbers in float64, from its row's first one on; fewer than there are where that is much work. */
    expected(job: number): ArrayLike<number>;
  };
}

/** A case that is checked on the first job of a page, the last and one between, with the inputs that are timed. */
export function batchCase({
  prepare,
  ...line
}: Pick<BenchCase, "name" | "bytes" | "published" | "batch"> & {
  /** Inputs belong to `memory`, which is released with the plan. */
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
  { output, inPlace, words, row, width, expected }: NonNullable<Prepared["check"]>,
  jobs: number,
): Promise<number> {
  const encoder = device.createCommandEncoder({ label: `${plan.label}, checked` });
  // What a kernel forgets to write is wrong, whatever was there before.
  if (!inPlace) encoder.clearBuffer(output);
  plan.encode(encoder);
  const checked = [...new Set([0, jobs >> 1, jobs - 1])].map((job) => ({ job, right: expected(job) }));
  const slices = checked.map(({ job, right }) => ({ buffer: output, offset: 4 * row * job, size: 4 * right.length }));
  const found = await readBack(device, slices, encoder);
  const Numbers = words ? Uint32Array : Float32Array;
  const gauge = new ErrorGauge(width);
  for (const [i, { right }] of checked.entries()) gauge.add(new Numbers(found[i]), right);
  return gauge.relative;
}

/** A buffer of `copies` times the same numbers. */
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

/** Row `row` of what `tiled` makes of rows of `length` numbers, for a reference. */
export function tiledRow(values: Float32Array | Uint32Array, row: number, length: number): Float64Array {
  const first = (row * length) % values.length;
  return Float64Array.from(values.subarray(first, first + length));
}
