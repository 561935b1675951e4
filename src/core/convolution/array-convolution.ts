import { createArrayPlan, floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { createAutomaticConvolution } from "./automatic.ts";

/**
 * Convolves two arrays of complex samples on the GPU, y[m] = Σk h[k]·x[m − k], by the method that a cost model predicts to be the
 * fastest: the sum over the taps, one long transform, or transforms of blocks (overlap-save, overlap-add).
 *
 * @param x Complex pairs (re, im), converted to float32.
 * @param h Complex pairs, likewise.
 * @returns The whole convolution, N + M − 1 complex pairs.
 * @throws RangeError when an array is empty, holds half a pair, or is too long for the device; DeviceLostError, OutOfMemoryError.
 *
 * @example
 * ```ts
 * import { convolve } from "threeray/convolution";
 * import { openGpu } from "threeray/gpu";
 *
 * // (1 + j)·(1, 2) as pairs (re, im).
 * const gpu = await openGpu();
 * const y = await convolve(gpu, [1, 0, 2, 0], [1, 1]);
 * console.log([...y]); // [ 1, 1, 2, 2 ]
 * gpu.close();
 * ```
 */
export async function convolveArrays(
  gpu: Gpu,
  x: ArrayLike<number>,
  h: ArrayLike<number>,
): Promise<Float32Array<ArrayBuffer>> {
  for (const [name, { length }] of Object.entries({ x, h })) {
    if (length === 0 || length % 2) {
      throw new RangeError(`convolution: ${name} must hold one or more pairs of numbers, got ${length} numbers`);
    }
  }
  const [length, taps] = [x.length / 2, h.length / 2];
  const outputLength = length + taps - 1;
  const sizes = { signals: 1, inputStride: length, origin: 0, outputLength, decimation: 1, taps, precursors: 0 };
  const { run, destroy } = await createArrayPlan(gpu, { x: 4 * x.length, h: 4 * h.length }, async (inputs) => {
    const buffers = { input: inputs.x, filters: inputs.h, shared: true };
    const plan = await createAutomaticConvolution(gpu.device, { ...sizes, ...buffers });
    return { plan, outputs: [{ buffer: plan.output, size: 8 * outputLength }] };
  });
  try {
    const [y] = await run({ x: floatsOf("convolution: x", x, x.length), h: floatsOf("convolution: h", h, h.length) });
    return new Float32Array(y);
  } finally {
    destroy();
  }
}
