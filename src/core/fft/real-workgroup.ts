import realWorkgroup from "#shaders/fft/real-workgroup.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import type { Fft } from "./pass.ts";
import { checkFftLength, FFT_GROUP, FFT_LIBRARY, FFT_MAX_LENGTH } from "./workgroup.ts";

export interface RealWorkgroupFftConfig {
  /** Real points of a transform: a power of two, 32 … 4096. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Real samples, float32 [batch][length]; for the inverse the bins 0 … length/2 of real signals, complex. */
  input: GPUBuffer;
  /** From bins to samples, with the factor 1/N. */
  inverse?: boolean;
}

/** Longest real transform within one workgroup of any device. */
export const REAL_WORKGROUP_MAX = 2 * FFT_MAX_LENGTH;
/** Shortest: a complex one of half the length keeps one invocation busy. */
export const REAL_WORKGROUP_MIN = 32;

/**
 * Batched FFT of real signals, each within one workgroup, by complex transforms of half the length: samples are read once
 * and bins written once, complex [batch][length/2 + 1]; or back, float32 [batch][length].
 *
 * @throws RangeError when `length` is not a power of two from 32 to 4096, or `batch` not a positive integer.
 */
export async function createRealWorkgroupFft(device: GPUDevice, config: RealWorkgroupFftConfig): Promise<Fft> {
  const { length, batch, input, inverse = false } = config;
  const label = "fft/real-workgroup";
  checkFftLength(label, length, REAL_WORKGROUP_MIN, REAL_WORKGROUP_MAX);
  checkedCount(label, "batch", batch);
  const half = length / 2;
  const memory = allocate(device);
  const output = memory.storage(inverse ? "samples" : "bins", batch * (inverse ? half : half + 1) * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [realWorkgroup, ...FFT_LIBRARY],
    constants: { FFT_LENGTH: half, GROUP: FFT_GROUP, INVERSE: Number(inverse) },
    resources: { input, output, params: { rows: batch } },
    groups: gridOf(device, Math.ceil((batch * half) / FFT_MAX_LENGTH)),
    memory,
  });
  return { ...stage, output };
}
