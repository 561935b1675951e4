import workgroup from "#shaders/fft/workgroup.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import exchange from "#shaders/lib/exchange.wgsl?raw";
import exchangeHalves from "#shaders/lib/exchange-halves.wgsl?raw";
import fftPair from "#shaders/lib/fft-pair.wgsl?raw";
import fft from "#shaders/lib/fft.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";

/** The WGSL that a kernel with transforms needs behind its own text. */
export const FFT_LIBRARY = [fft, exchange, complex, phasor] as const;
/** The same with pairs of transforms of half the length. */
export const PAIR_LIBRARY = [...FFT_LIBRARY, fftPair] as const;
/** Points of a transform that one invocation holds. */
const FFT_POINTS = 16;
/** Invocations per workgroup that fill 16 KiB of workgroup storage. */
export const FFT_GROUP = 128;
/** Longest transform whose points a workgroup of any device exchanges at once. */
export const FFT_MAX_LENGTH = FFT_GROUP * FFT_POINTS;
/** Longest transform that shares its invocations with another: pairs make longer runs in memory. */
const LONGEST_PAIRED = 64;

/** Longest transform that one workgroup of a device makes, points exchanged in halves if need be: 4096 on any device. */
export function longestWorkgroupFft(device: GPUDevice): number {
  const { maxComputeInvocationsPerWorkgroup: invocations, maxComputeWorkgroupStorageSize: storage } = device.limits;
  return FFT_POINTS * Math.min(1024, 2 ** Math.floor(Math.log2(Math.min(invocations, storage / 32))));
}

export interface WorkgroupFftConfig {
  /** Points of a transform: a power of two, 2 … 4096, on many devices up to 16384. */
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
 * @throws RangeError when `length` is not a power of two from 2 to `longestWorkgroupFft`, or `batch` not a positive integer.
 */
export async function createWorkgroupFft(device: GPUDevice, config: WorkgroupFftConfig): Promise<WorkgroupFft> {
  const { length, batch, input, inverse = false } = config;
  const label = "fft/workgroup";
  checkFftLength(label, length, 2, longestWorkgroupFft(device));
  if (!Number.isInteger(batch) || batch < 1) {
    throw new RangeError(`${label}: batch must be a positive integer, got ${batch}`);
  }
  const paired = length >= FFT_POINTS && length <= LONGEST_PAIRED;
  const group = Math.max(FFT_GROUP, length / FFT_POINTS);
  const kernel = await compile(device, {
    label,
    wgsl: [workgroup, fft, group > FFT_GROUP ? exchangeHalves : exchange, fftPair, complex, phasor],
    constants: {
      FFT_LENGTH: paired ? 2 * length : length,
      GROUP: group,
      INVERSE: Number(inverse),
      PAIRED: Number(paired),
    },
  });
  const memory = allocate(device);
  const output = memory.storage("transforms", batch * length * 8);
  const bound = kernel.bind({ input, output, params: { points: batch * length } });
  const groups = Math.ceil((batch * length) / (group * FFT_POINTS));
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
export function checkFftLength(label: string, length: number, least: number, most = FFT_MAX_LENGTH): void {
  if (!(length >= least && length <= most && Number.isInteger(Math.log2(length)))) {
    throw new RangeError(`${label}: length must be a power of two from ${least} to ${most}, got ${length}`);
  }
}
