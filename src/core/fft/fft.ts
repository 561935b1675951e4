import { checkedInteger } from "../gpu/rows.ts";
import { type BluesteinConfig, createBluestein } from "./bluestein.ts";
import type { Fft } from "./pass.ts";
import { createFftPasses, passesOf } from "./passes.ts";

/** Sizes of transforms of complex samples in a buffer of the device. */
export type FftConfig = BluesteinConfig;

/**
 * Longest transform.
 *
 * @example
 * ```ts
 * import { FFT_LONGEST } from "threeray/fft";
 *
 * console.log(Math.log2(FFT_LONGEST)); // 22
 * ```
 */
export const FFT_LONGEST = 2 ** 22;

/**
 * Batched FFT of any length from 2 to 2^22, complex float32, X[b][k] = Σn x[b][n]·e^{∓j2πkn/N}, the inverse with 1/N:
 * lengths with prime factors up to 13 in one workgroup if it has room, otherwise in a few passes (the four-step FFT, D. Bailey 1990, in
 * Stockham's order). Other lengths use Bluestein's algorithm. Relative error below 1e-6·log2 N (RMS).
 *
 * @throws RangeError when `length` is not an integer from 2 to 2^22, or `batch` not a positive integer.
 *
 * @example
 * ```ts
 * import { createFftPlan } from "threeray/fft";
 * import { allocate, openGpu, readBack } from "threeray/gpu";
 *
 * // A plan works on buffers of the device, so that other kernels can follow it without a copy to the processor.
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const impulse = Float32Array.from({ length: 2 * 64 }, (_, i) => (i === 0 ? 1 : 0));
 * const plan = await createFftPlan(device, { input: memory.constant("x", impulse), length: 64, batch: 1 });
 * const encoder = device.createCommandEncoder();
 * plan.encode(encoder);
 * const [bytes] = await readBack(device, [plan.output], encoder);
 * console.log([...new Float32Array(bytes, 0, 4)]); // [ 1, 0, 1, 0 ]
 * plan.destroy();
 * memory.release();
 * close();
 * ```
 */
export async function createFft(device: GPUDevice, config: FftConfig): Promise<Fft> {
  const { length } = config;
  checkedInteger("fft/fft", "length", length, 2, FFT_LONGEST);
  const lengths = passesOf(length, device);
  return lengths ? createFftPasses(device, { ...config, lengths }) : createBluestein(device, config);
}
