import { FFT_MAX_LENGTH } from "../fft/workgroup.ts";
import { type ConvolutionSizes, spanOf } from "./plan.ts";

const COMPLEX_BYTES = 8;
/** Floating-point operations of a complex product, and of a product that is added to a sum. */
const PRODUCT = 6;
const PRODUCT_AND_SUM = 8;

/** Operations of a complex FFT, by the usual convention. */
export function fftFlops(length: number): number {
  return 5 * length * Math.log2(length);
}

/** Bytes that any method must move: each sample that an output needs and each tap read once, each output written once. */
export function leastBytes(sizes: ConvolutionSizes): number {
  const { signals, inputStride, origin, outputLength, decimation, taps, precursors, cascade } = sizes;
  const newest = origin + precursors + (cascade?.delay ?? 0);
  const first = Math.max(0, newest - spanOf(sizes) + 1);
  const end = Math.min(inputStride, newest + (outputLength - 1) * decimation + 1);
  return signals * (Math.max(0, end - first) + taps + outputLength) * COMPLEX_BYTES;
}

/** Time domain: every tap for every output. */
export function directFlops(sizes: ConvolutionSizes): number {
  return sizes.signals * sizes.outputLength * spanOf(sizes) * PRODUCT_AND_SUM;
}

/** Fast convolution in blocks: a transform of each filter, and two transforms and a product for each block. */
export function overlapSaveFlops(sizes: ConvolutionSizes): number {
  const { signals, outputLength, decimation } = sizes;
  const step = Math.floor((FFT_MAX_LENGTH - spanOf(sizes) + 1) / decimation);
  const blocks = Math.ceil(outputLength / step);
  const transform = fftFlops(FFT_MAX_LENGTH);
  return signals * (transform + blocks * (2 * transform + PRODUCT * FFT_MAX_LENGTH));
}
