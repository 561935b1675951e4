/**
 * Fourier transforms of any length on the GPU, for arrays and for buffers on the device, and in float64 on the processor.
 *
 * @module
 */
export {
  type ArrayFft,
  type ArrayFftConfig,
  type ArrayRealFftConfig,
  createArrayFft as createFft,
  createArrayRealFft as createRealFft,
} from "../core/fft/array-fft.ts";
export { createFft as createFftPlan, FFT_LONGEST, type FftConfig } from "../core/fft/fft.ts";
export { createRealFft as createRealFftPlan, type RealFftConfig } from "../core/fft/real.ts";
export type { Fft } from "../core/fft/pass.ts";
export { fastLength, fft } from "../core/fft/fft.float64.ts";
export { welchSpectrum as powerSpectrum, type WelchSpectrumConfig } from "../core/fft/array-welch.ts";
