import workgroup from "#shaders/fft/workgroup.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import fft from "#shaders/lib/fft.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";

/** The WGSL that a kernel with transforms needs behind its own text. */
export const FFT_LIBRARY = [fft, complex, phasor] as const;
/** Points of a transform that one invocation holds. */
const FFT_POINTS = 16;
/** Invocations per workgroup that fill 16 KiB of workgroup storage. */
export const FFT_GROUP = 128;
/** Longest transform that fits a workgroup. */
export const FFT_MAX_LENGTH = FFT_GROUP * FFT_POINTS;

export interface WorkgroupFftConfig {
  /** Points of a transform: a power of two, 2 … 2048. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Complex samples, [batch][length]. */
  input: GPUBuffer;
  /** The sign + in the exponent, and the factor 1/N. */
  inverse?: boolean;
}

export interface WorkgroupFft extends Stage {
  /** Transforms, complex [batch][length], in natural order. */
  readonly output: GPUBuffer;
  destroy(): void;
}

/**
 * Batched FFT, each transform within one workgroup. Relative error about 3e-7 (RMS).
 *
 * @throws RangeError when `length` is not a power of two from 2 to 2048, or `batch` not a positive integer.
 */
export async function createWorkgroupFft(device: GPUDevice, config: WorkgroupFftConfig): Promise<WorkgroupFft> {
  const { length, batch, input, inverse = false } = config;
  const label = "fft/workgroup";
  checkFftLength(label, length);
  if (!Number.isInteger(batch) || batch < 1) {
    throw new RangeError(`${label}: batch must be a positive integer, got ${batch}`);
  }
  const constants = { FFT_LENGTH: length, GROUP: FFT_GROUP, INVERSE: Number(inverse) };
  const kernel = await compile(device, { label, wgsl: [workgroup, ...FFT_LIBRARY], constants });
  const memory = allocate(device);
  const output = memory.storage("transforms", batch * length * 8);
  const bound = kernel.bind({ input, output, params: { batch } });
  const groups = Math.ceil((batch * length) / FFT_MAX_LENGTH);
  return {
    label,
    output,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}

/** @throws RangeError when no workgroup FFT of that length exists. */
export function checkFftLength(label: string, length: number, least = 2): void {
  if (!(length >= least && length <= FFT_MAX_LENGTH && Number.isInteger(Math.log2(length)))) {
    throw new RangeError(`${label}: length must be a power of two from ${least} to ${FFT_MAX_LENGTH}, got ${length}`);
  }
}
