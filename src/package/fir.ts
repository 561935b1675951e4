/**
 * FIR filters on the GPU, with optional decimation.
 *
 * @module
 */
export { type ArrayFirConfig, filterFir } from "../core/fir/array-fir.ts";
export { type FirName, firs } from "../core/fir/registry.ts";
