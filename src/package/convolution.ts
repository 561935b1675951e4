/**
 * Convolution on the GPU, by the fastest of five methods.
 *
 * @module
 */
export { convolveArrays as convolve } from "../core/convolution/array-convolution.ts";
export { createAutomaticConvolution as createConvolutionPlan } from "../core/convolution/automatic.ts";
export type { Convolution, ConvolutionConfig } from "../core/convolution/plan.ts";
export { type ConvolutionName, convolutions } from "../core/convolution/registry.ts";
