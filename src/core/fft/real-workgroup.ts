import realWorkgroup from "#shaders/fft/real-workgroup.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import dft from "#shaders/fft/lib/dft.wgsl?raw";
import fft from "#shaders/fft/lib/fft.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import twiddleRoot from "#shaders/fft/lib/twiddle-root.wgsl?raw";
import twiddles from "#shaders/fft/lib/twiddles.wgsl?raw";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import { createStage } from "../gpu/stage.ts";
import type { Fft } from "./pass.ts";
import type { RealMixedFftConfig } from "./real-mixed.ts";
import { checkFftLength, FFT_POINTS, halvesLibrary, longestWorkgroupFft } from "./workgroup.ts";

/** Shortest complex transform: exchanges in halves need 64 invocations. */
const SHORTEST = 1024;
/** Shortest signals for which an H200 was faster than by `real-mixed.ts`, forward and inverse; shorter ones are bound by bytes. */
const [FASTER, FASTER_INVERSE] = [4096, 16384];

/** Whether this is the fastest way to transform real signals of that length. */
export function isRealWorkgroup(device: Pick<GPUDevice, "limits">, length: number, inverse: boolean): boolean {
  const least = inverse ? FASTER_INVERSE : FASTER;
  return Number.isInteger(Math.log2(length)) && length >= least && length <= 2 * longestWorkgroupFft(device);
}

/**
 * Batched FFT of real signals of a power of two, each within one workgroup, with 16 points of a complex transform of half the length in
 * each invocation: samples are read once and bins written once, complex [batch][length/2 + 1]; or back, float32 [batch][length].
 *
 * @throws RangeError when half of `length` is not a power of two from 1024 to `longestWorkgroupFft`, or `batch` not a positive integer.
 */
export async function createRealWorkgroupFft(
  device: GPUDevice,
  { length, batch, input, inverse = false }: RealMixedFftConfig,
): Promise<Fft> {
  const label = "fft/real-workgroup";
  checkFftLength(label, length, 2 * SHORTEST, 2 * longestWorkgroupFft(device));
  checkedCount(label, "batch", batch);
  const points = length / 2;
  const group = points / FFT_POINTS;
  const memory = allocate(device);
  const output = memory.storage(inverse ? "samples" : "bins", batch * (inverse ? points : points + 1) * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [realWorkgroup, fft, twiddles, twiddleRoot, ...halvesLibrary(device, group), dft, complex, phasor],
    constants: { FFT_LENGTH: points, GROUP: group, INVERSE: Number(inverse) },
    resources: { input, output, params: { rows: batch } },
    groups: gridOf(device, batch),
    memory,
  });
  return { ...stage, output };
}
