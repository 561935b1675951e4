import mixed from "#shaders/fft/mixed.wgsl?raw";
import { createFftPass, type Fft, type FftPassConfig } from "./pass.ts";

/** Longest transform: what 16 KiB of workgroup storage hold. */
export const MIXED_MAX_LENGTH = 2048;
/** Radices, and stages of a transform: what the kernel has room for. */
const RADICES = [9, 8, 7, 5, 4, 3, 2];
const STAGES = 6;
/** Points of an invocation, about. */
const POINTS = 8;
const WARP = 32;
/** Butterflies of an invocation in a stage at most. */
const BUTTERFLIES = 4;

/** The fewest radices whose product is `length`, at most six; `undefined` where there are none. */
export function radicesOf(length: number, stages = STAGES): number[] | undefined {
  if (length === 1) return [];
  if (stages <= 0) return undefined;
  let best: number[] | undefined;
  for (const radix of RADICES) {
    if (length % radix) continue;
    const rest = radicesOf(length / radix, (best?.length ?? stages + 1) - 2);
    if (rest) best = [radix, ...rest];
  }
  return best;
}

export interface MixedFftConfig extends FftPassConfig {
  /** Invocations per workgroup. Default: as many as 2048 points keep busy. The results are the same. */
  group?: number;
}

/**
 * Batched FFT of a length 2^a·3^b·5^c·7^d, each transform within one workgroup; or one pass of longer transforms. Relative
 * error about 3e-7 (RMS).
 *
 * @param config `length`: 2 … 2048.
 * @throws RangeError when `length` has other prime factors or is out of range, `batch` is not a positive integer, or `group`
 *   is too small for a transform.
 */
export async function createMixedFft(device: GPUDevice, config: MixedFftConfig): Promise<Fft> {
  const { length } = config;
  const label = "fft/mixed";
  const fits = Number.isInteger(length) && length >= 2 && length <= MIXED_MAX_LENGTH;
  const radices = fits ? radicesOf(length) : undefined;
  if (!radices) {
    throw new RangeError(`${label}: length must be 2^a·3^b·5^c·7^d from 2 to ${MIXED_MAX_LENGTH}, got ${length}`);
  }
  const most = Math.floor(MIXED_MAX_LENGTH / length);
  const { group = WARP * Math.ceil((most * length) / (POINTS * WARP)) } = config;
  // The most butterflies are in the stage of the smallest radix.
  const least = Math.ceil(length / Math.min(...radices) / BUTTERFLIES);
  if (!Number.isInteger(group) || group < least) {
    throw new RangeError(`${label}: group must be an integer ≥ ${least}, got ${group}`);
  }
  const lines = Math.min(most, Math.max(1, Math.floor((POINTS * group) / length)));
  const stages = Array.from({ length: STAGES }, (_, i) => [`RADIX_${i}`, radices[i] ?? 1]);
  return createFftPass(
    device,
    { label, wgsl: [mixed], constants: { ...Object.fromEntries(stages), LINES: lines, GROUP: group }, lines },
    config,
  );
}
