/**
 * Recursive filters on the GPU, by prefix sums and partial fractions.
 *
 * @module
 */
export { type ArrayIirConfig, filterIir } from "../core/iir/array-iir.ts";
export { type IirName, iirs } from "../core/iir/registry.ts";
