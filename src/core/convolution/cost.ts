import { passCount } from "../fft/passes.ts";
import { FFT_MAX_LENGTH } from "../fft/workgroup.ts";
import { overlapAddBlock } from "./overlap-add.ts";
import { overlapSaveBlocks } from "./overlap-save.ts";
import { type ConvolutionSizes, DIRECT_GROUP, newestOf, spanOf } from "./plan.ts";
import type { ConvolutionName } from "./registry.ts";
import { transformLength } from "./transform.ts";

/** The cost of one run of a method. */
export interface MethodCost {
  /** Floating-point operations: 6 per complex product, 2 per complex sum, 5·N·log2(N) per transform of N points. */
  flops: number;
  /** Bytes of global memory read and written, each sample once per kernel. */
  bytes: number;
  /** Kernels, one after the other. */
  passes: number;
  /** Workgroups of 128 invocations that can work at the same time. */
  groups: number;
}

const COMPLEX_BYTES = 8;
const PRODUCT = 6;
const PRODUCT_AND_SUM = 8;

/** Operations of a complex FFT, by the usual convention. */
export function fftFlops(length: number): number {
  return 5 * length * Math.log2(length);
}

/** Returns the bytes that any method must move: it reads each needed sample and tap once and writes each output once. */
export function leastBytes(sizes: ConvolutionSizes): number {
  const { signals, inputStride, outputLength, decimation, taps, shared } = sizes;
  const newest = newestOf(sizes);
  const first = Math.max(0, newest - spanOf(sizes) + 1);
  const end = Math.min(inputStride, newest + (outputLength - 1) * decimation + 1);
  const filters = (shared ? 1 : signals) * taps;
  return (signals * (Math.max(0, end - first) + outputLength) + filters) * COMPLEX_BYTES;
}

/** Operations in the time domain, every tap for every output: the products of the thesis's (3.4). */
export function directFlops({ signals, outputLength, taps, cascade }: ConvolutionSizes): number {
  return signals * outputLength * spanOf({ taps, cascade }) * PRODUCT_AND_SUM;
}

export function directWork(sizes: ConvolutionSizes): MethodCost {
  const groups = sizes.signals * Math.ceil(sizes.outputLength / (4 * DIRECT_GROUP));
  return { flops: directFlops(sizes), bytes: leastBytes(sizes), passes: 1, groups };
}

export function directGlobalWork(sizes: ConvolutionSizes): MethodCost {
  const { signals, outputLength, taps, shared, cascade } = sizes;
  // Two filters in series are combined first: the result is written, and read instead of the first filter.
  const composite = cascade ? (shared ? 1 : signals) * (spanOf(sizes) + taps) * COMPLEX_BYTES : 0;
  return {
    flops: directFlops(sizes),
    bytes: leastBytes(sizes) + composite,
    passes: cascade ? 2 : 1,
    groups: signals * Math.ceil(outputLength / DIRECT_GROUP),
  };
}

/** A transform per filter; per block one forward transform, the product, and one inverse to every `fold`-th point. */
function blockWork(sizes: ConvolutionSizes, length: number, blocks: number, fold: number): MethodCost {
  const transform = fftFlops(length);
  const block = transform + PRODUCT * length + fftFlops(length / fold);
  const { signals } = sizes;
  return {
    flops: signals * (transform + blocks * block),
    bytes: leastBytes(sizes),
    passes: 1,
    groups: (signals * blocks * length) / FFT_MAX_LENGTH,
  };
}

export function overlapSaveWork(sizes: ConvolutionSizes): MethodCost {
  const { length, blocks, fold } = overlapSaveBlocks(sizes);
  return blockWork(sizes, length, blocks, fold);
}

/** Overlap-add has one block more than overlap-save, for the tail of the first outputs. */
export function overlapAddWork(sizes: ConvolutionSizes): MethodCost {
  const reach = (sizes.outputLength - 1) * sizes.decimation + 1;
  return blockWork(sizes, FFT_MAX_LENGTH, 1 + Math.ceil(reach / overlapAddBlock(sizes)), 1);
}

/** One long transform: cut, transform, multiply, transform back and cut, all in global memory; the operations of (3.5). */
export function transformWork(sizes: ConvolutionSizes): MethodCost {
  const { signals, shared } = sizes;
  const length = transformLength(sizes);
  const filters = shared ? 1 : signals;
  const steps = passCount(length);
  // Padded rows written, transforms and inverses, the product's two factors and result, rows read to be cut.
  const samples = signals * (2 * steps + 2 * steps + 5) * length + filters * (2 * steps + 1) * length;
  return {
    flops: (2 * signals + filters) * fftFlops(length) + signals * PRODUCT * length,
    bytes: leastBytes(sizes) + samples * COMPLEX_BYTES,
    passes: 3 * steps + 4,
    groups: Math.ceil((signals * length) / FFT_MAX_LENGTH),
  };
}

/** The speeds of a device on which the choice between methods depends. */
export interface Machine {
  /** Time from the start of one empty kernel to the start of the next, ms. */
  launchMs: number;
  /** Global memory, read and written, bytes/ms. */
  bytesPerMs: number;
  /** Workgroups of 128 invocations that fill the device. */
  fullGroups: number;
  /** Operations/ms of a method's kernels on a full device that does not wait for memory. */
  flopsPerMs: Readonly<Record<ConvolutionName, number>>;
}

/** Returns the predicted milliseconds of one run: launches, plus the root of the sum of squares of memory and arithmetic times, which overlap partly. */
export function predictedMs(method: ConvolutionName, work: MethodCost, machine: Machine): number {
  const busy = Math.min(1, work.groups / machine.fullGroups);
  const arithmetic = work.flops / (machine.flopsPerMs[method] * busy);
  return work.passes * machine.launchMs + Math.hypot(work.bytes / machine.bytesPerMs, arithmetic);
}
