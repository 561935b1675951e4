import { checkedInteger } from "../gpu/rows.ts";
import { type BluesteinConfig, createBluestein } from "./bluestein.ts";
import type { Fft } from "./pass.ts";
import { createFftPasses, passesOf } from "./passes.ts";

export type FftConfig = BluesteinConfig;

/** Longest transform. */
export const FFT_LONGEST = 2 ** 22;

/**
 * Batched FFT of any length from 2 to 2^22, complex float32, X[b][k] = Σn x[b][n]·e^{∓j2πkn/N}, the inverse with 1/N:
 * lengths 2^a·3^b·5^c·7^d in one workgroup if it has room, otherwise in a few passes (the four-step FFT, D. Bailey 1990, in
 * Stockham's order). Other lengths use Bluestein's algorithm. Relative error below 1e-6·log2 N (RMS).
 *
 * @throws RangeError when `length` is not an integer from 2 to 2^22, or `batch` not a positive integer.
 */
export async function createFft(device: GPUDevice, config: FftConfig): Promise<Fft> {
  const { length } = config;
  checkedInteger("fft/fft", "length", length, 2, FFT_LONGEST);
  const lengths = passesOf(length, device);
  return lengths ? createFftPasses(device, { ...config, lengths }) : createBluestein(device, config);
}
