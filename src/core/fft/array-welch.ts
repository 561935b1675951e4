import { createArrayPlan, floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { checkKnownOptions } from "../gpu/known-options.ts";
import { createWelch } from "./welch.ts";

export interface WelchSpectrumConfig {
  /** Bins: a power of two, 16 … 2048. Default 1024. */
  length?: number;
}

/**
 * Returns the power spectrum of complex samples by Welch's method on the GPU: segments that overlap by half, with a Blackman window,
 * averaged.
 *
 * @param x Complex pairs (re, im), at least `length` of them; converted to float32.
 * @returns Power in each bin, linear, float32 [length], frequency 0 first and negative ones at the end. White noise of variance σ²
 *   gives σ²/length in each bin.
 * @throws RangeError for a length out of range, half a pair, or too few samples; DeviceLostError, OutOfMemoryError.
 *
 * @example
 * ```ts
 * import { powerSpectrum } from "threeray/fft";
 * import { openGpu } from "threeray/gpu";
 *
 * // A tone at 5/64 of the sample rate.
 * const tone = Float32Array.from({ length: 2 * 512 }, (_, i) => {
 *   const angle = (2 * Math.PI * 5 * (i >> 1)) / 64;
 *   return i % 2 ? Math.sin(angle) : Math.cos(angle);
 * });
 * const gpu = await openGpu();
 * const spectrum = await powerSpectrum(gpu, tone, { length: 64 });
 * console.log(spectrum.indexOf(Math.max(...spectrum))); // 5
 * gpu.close();
 * ```
 */
export async function welchSpectrum(
  gpu: Gpu,
  x: ArrayLike<number>,
  given: WelchSpectrumConfig = {},
): Promise<Float32Array<ArrayBuffer>> {
  checkKnownOptions("fft/welch: options", given, { length: true });
  const { length = 1024 } = given;
  const samples = x.length / 2;
  if (!Number.isInteger(samples) || samples === 0) {
    throw new RangeError(`fft/welch: complex samples must be one or more pairs of numbers, got ${x.length} numbers`);
  }
  const { run, destroy } = await createArrayPlan(gpu, { x: 4 * x.length }, async (inputs) => {
    const rows = { first: 0, count: 1 };
    const plan = await createWelch(gpu.device, { length, samples: inputs.x, rowStride: samples, rows });
    return { plan, outputs: [{ buffer: plan.spectrum, size: 4 * length }] };
  });
  try {
    const [spectrum] = await run({ x: floatsOf("fft/welch: x", x, x.length) });
    return new Float32Array(spectrum);
  } finally {
    destroy();
  }
}
