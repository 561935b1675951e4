import convolution from "#shaders/convolution/lib/convolution.wgsl?raw";
import filters from "#shaders/convolution/lib/filters.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

/** Largest decimation that the kernels' tiles allow. */
export const MAX_DECIMATION = 8;

/**
 * A batch of convolutions, y[s][m] = Σk c[s][k]·x[s][origin + m·decimation − k] with k from −precursors on, followed
 * by the same second filter for all. Signals and taps c are complex; the input is zero outside its rows.
 */
export interface ConvolutionConfig<Numbers extends GPUBuffer | GPUBufferBinding = GPUBuffer> {
  /** Number of signals, 1 … 65535. */
  signals: number;
  /** Complex samples x, [signal][inputStride]. */
  input: Numbers;
  inputStride: number;
  /** Index in a row of x that corresponds to output 0; any integer. */
  origin: number;
  /** Outputs per signal. */
  outputLength: number;
  /** Input samples per output sample, 1 … 8. */
  decimation: number;
  /** Complex taps c, [signal][taps], or [taps] where `shared`, from the first precursor on. */
  filters: Numbers;
  /** Whether all signals share one filter. */
  shared?: boolean;
  taps: number;
  /** Taps that use samples later than the output's own, 0 … taps − 1. */
  precursors: number;
  /** The second filter: real taps. Tap number `delay` multiplies the sample itself. */
  cascade?: { taps: readonly number[]; delay: number };
}

/** Default invocations per workgroup of the time-domain kernels. */
export const DIRECT_GROUP = 128;

export interface DirectConfig extends ConvolutionConfig {
  /** Invocations per workgroup, from 1 to the device's limit. The results are the same. */
  group?: number;
}

/** The sizes of a convolution, without its data: a method's cost depends on them. */
export type ConvolutionSizes = Omit<ConvolutionConfig, "input" | "filters">;

export interface Convolution extends Plan {
  /** The buffer of complex y, [signal][outputLength]. */
  readonly output: GPUBuffer;
}

export interface ConvolutionKernel {
  label: string;
  wgsl: readonly string[];
  constants: Readonly<Record<string, number>>;
  /** Workgroups per signal. */
  groups: number;
  /** The part of a buffer for the results. Default: a new buffer. */
  output?: GPUBufferBinding;
}

/** Returns the span of a convolution's filters in series. */
export function spanOf({ taps, cascade }: Pick<ConvolutionConfig, "taps" | "cascade">): number {
  return taps + (cascade?.taps.length ?? 1) - 1;
}

/** Returns the index in a row of x that the first tap multiplies for output 0. */
export function newestOf({ origin, precursors, cascade }: ConvolutionSizes): number {
  return origin + precursors + (cascade?.delay ?? 0);
}

/** Returns the overrides of lib/convolution. */
export function gridConstants(sizes: ConvolutionSizes) {
  return {
    INPUT_STRIDE: sizes.inputStride,
    ORIGIN: newestOf(sizes),
    OUTPUT_LENGTH: sizes.outputLength,
    DECIMATION: sizes.decimation,
    SPAN: spanOf(sizes),
  };
}

/** @throws RangeError that names the number out of its range. */
export function checkConvolution(label: string, config: ConvolutionSizes): void {
  const { signals, inputStride, origin, outputLength, decimation, taps, precursors, cascade } = config;
  const check = (name: string, value: number, least: number, most?: number) =>
    checkedInteger(label, name, value, least, most);
  check("signals", signals, 1, 65535);
  check("inputStride", inputStride, 1);
  check("origin", origin, -(2 ** 30), 2 ** 30);
  check("outputLength", outputLength, 1);
  check("decimation", decimation, 1, MAX_DECIMATION);
  check("taps", taps, 1);
  check("precursors", precursors, 0, taps - 1);
  if (!cascade) return;
  check("cascade.taps.length", cascade.taps.length, 1);
  check("cascade.delay", cascade.delay, 0, cascade.taps.length - 1);
}

/** Compiles and binds the kernel of a one-kernel method, for a checked config. */
export async function createConvolution(
  device: GPUDevice,
  config: ConvolutionConfig<GPUBuffer | GPUBufferBinding>,
  { label, wgsl, constants, groups, output: part }: ConvolutionKernel,
): Promise<Convolution> {
  const { signals, input, outputLength, taps, shared } = config;
  const secondTaps = config.cascade?.taps ?? [1];
  const memory = allocate(device);
  const second = memory.constant("second filter", Float32Array.from(secondTaps));
  const output = part?.buffer ?? memory.storage("filtered", signals * outputLength * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [...wgsl, convolution, filters],
    constants: {
      ...constants,
      ...gridConstants(config),
      TAPS: taps,
      SECOND_TAPS: secondTaps.length,
      FILTER_STRIDE: shared ? 0 : taps,
    },
    resources: { input, filters: config.filters, second, output: part ?? output },
    groups: [groups, signals],
    memory,
  });
  return { ...stage, output };
}
