import { createArrayPlan, floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { checkKnownOptions } from "../gpu/known-options.ts";
import { checkedCount } from "../gpu/rows.ts";
import { createFft, type FftConfig } from "./fft.ts";
import { createRealFft, type RealFftConfig } from "./real.ts";

/** A batch of transforms of arrays. */
export interface ArrayFft {
  /**
   * Transforms a batch on the device.
   *
   * @param x Numbers in the layout of the configuration; converted to float32.
   * @returns The transforms: a new array.
   * @throws RangeError for another number of numbers; DeviceLostError.
   */
  transform(x: ArrayLike<number>): Promise<Float32Array<ArrayBuffer>>;
  /** Gives the device's memory back. */
  destroy(): void;
}

/** Sizes of transforms of complex arrays. */
export interface ArrayFftConfig extends Pick<FftConfig, "length" | "inverse"> {
  /** Number of transforms, ≥ 1. Default 1. */
  batch?: number;
}

/** Sizes of transforms of real arrays. */
export interface ArrayRealFftConfig extends Pick<RealFftConfig, "length" | "inverse"> {
  /** Number of transforms, ≥ 1. Default 1. */
  batch?: number;
}

const OPTIONS = { length: true, inverse: true, batch: true } as const;

/**
 * Batched FFT on the GPU of complex samples, X[b][k] = Σn x[b][n]·e^{∓j2πkn/N}; the inverse has the factor 1/N. Input and output
 * are interleaved float32 pairs (re, im), [batch][length], in natural order. Relative error below 1e-6·log2 N (RMS).
 *
 * @throws RangeError when `length` is not an integer from 2 to 2^22, or `batch` not a positive integer.
 *
 * @example
 * ```ts
 * import { createFft } from "threeray/fft";
 * import { openGpu } from "threeray/gpu";
 *
 * const length = 64;
 * const tone = Float32Array.from({ length: 2 * length }, (_, i) => {
 *   const angle = (2 * Math.PI * 5 * (i >> 1)) / length;
 *   return i % 2 ? Math.sin(angle) : Math.cos(angle);
 * });
 * const gpu = await openGpu();
 * const transform = await createFft(gpu, { length });
 * const bins = await transform.transform(tone);
 * console.log(bins[2 * 5].toFixed(3)); // 64.000
 * transform.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayFft(gpu: Gpu, given: ArrayFftConfig): Promise<ArrayFft> {
  checkKnownOptions("fft: options", given, OPTIONS);
  const { batch = 1, ...config } = given;
  const numbers = 2 * batch * config.length;
  return transforming(gpu, "fft", batch, [numbers, numbers], (input) =>
    createFft(gpu.device, { ...config, batch, input }),
  );
}

/**
 * Batched FFT on the GPU of real signals, with half the work of a complex one. Forward: samples, float32 [batch][length], to bins
 * 0 … ⌊length/2⌋, complex pairs [batch][⌊length/2⌋ + 1]. Inverse: such bins to samples, with the factor 1/N.
 *
 * @throws RangeError when `length` is not an even number from 4 to 2^23 or an odd one from 3 to 2^22, or `batch` not a positive
 *   integer.
 *
 * @example
 * ```ts
 * import { createRealFft } from "threeray/fft";
 * import { openGpu } from "threeray/gpu";
 *
 * const length = 64;
 * const gpu = await openGpu();
 * const transform = await createRealFft(gpu, { length });
 * const cosine = Float32Array.from({ length }, (_, n) => Math.cos((2 * Math.PI * 5 * n) / length));
 * const bins = await transform.transform(cosine);
 * console.log(bins.length / 2, bins[2 * 5].toFixed(3)); // 33 32.000
 * transform.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayRealFft(gpu: Gpu, given: ArrayRealFftConfig): Promise<ArrayFft> {
  checkKnownOptions("real fft: options", given, OPTIONS);
  const { batch = 1, ...config } = given;
  const [samples, bins] = [batch * config.length, 2 * batch * (Math.floor(config.length / 2) + 1)];
  const sizes: Sizes = config.inverse ? [bins, samples] : [samples, bins];
  return transforming(gpu, "real fft", batch, sizes, (input) => createRealFft(gpu.device, { ...config, batch, input }));
}

/** Numbers in, and numbers out. */
type Sizes = readonly [input: number, output: number];

async function transforming(
  gpu: Gpu,
  what: string,
  batch: number,
  [input, output]: Sizes,
  create: (input: GPUBuffer) => ReturnType<typeof createFft>,
): Promise<ArrayFft> {
  checkedCount(what, "batch", batch);
  // For sizes that are out of range, the plan has the message.
  const bytes = Number.isInteger(input) && input > 0 ? 4 * input : 4;
  const { run, destroy } = await createArrayPlan(gpu, { x: bytes }, async ({ x }) => {
    const plan = await create(x);
    return { plan, outputs: [{ buffer: plan.output, size: 4 * output }] };
  });
  return {
    async transform(x) {
      const [bins] = await run({ x: floatsOf(`${what}: x`, x, input) });
      return new Float32Array(bins);
    },
    destroy,
  };
}
