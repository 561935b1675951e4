/**
 * Radio signal processing on the GPU, in a page and under Node.js. Each domain has its own module, too, for example
 * `threeray/fft`.
 *
 * @module
 */
export * from "./adaptive.ts";
export * from "./capture.ts";
export * from "./channel.ts";
export * from "./codes.ts";
export * from "./constellation.ts";
export * from "./convolution.ts";
export * from "./fft.ts";
export * from "./filter-design.ts";
export * from "./fir.ts";
export * from "./flow.ts";
export * from "./gpu.ts";
export * from "./iir.ts";
export * from "./measurement.ts";
export * from "./mimo.ts";
export * from "./random.ts";
export * from "./resampling.ts";
export * from "./signals.ts";
export * from "./sweeps.ts";
export * from "./telemetry.ts";
export * from "./wifi.ts";
