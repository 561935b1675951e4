/**
 * Random numbers that are the same on every device: Philox 4×32, a counter-based generator.
 *
 * @module
 */
export { normals, philox } from "../core/random/philox.ts";
