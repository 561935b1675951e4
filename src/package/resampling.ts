/**
 * Changes of the sample rate by rational factors on the GPU.
 *
 * @module
 */
export {
  type ArrayResamplerConfig,
  resampleArray as resample,
  type ResampledArray,
} from "../core/resampling/array-resampler.ts";
export { designResampler, type ResamplerDesign, type ResamplerSpec } from "../core/resampling/design.ts";
