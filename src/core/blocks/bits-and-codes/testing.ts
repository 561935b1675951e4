import { testNormals, testRandom } from "../../gpu/testing.ts";
import { inFloat64 } from "../testing.ts";
import { CONSTELLATIONS, type ConstellationName } from "./constellations.ts";

export const CONSTELLATION_NAMES = Object.keys(CONSTELLATIONS) as ConstellationName[];

/** Random bits. */
export function bitsOf(seed: number, count: number): Uint32Array<ArrayBuffer> {
  const random = testRandom(seed);
  return Uint32Array.from({ length: count }, () => Math.floor(2 * random()));
}

/** Random labels below the modulus. */
export function labelsOf(seed: number, count: number, modulus: number): Int32Array<ArrayBuffer> {
  const random = testRandom(seed);
  return Int32Array.from({ length: count }, () => Math.floor(modulus * random()));
}

/** The bits of 200 symbols, their points, and the points with noise. */
export function noisySymbols(constellation: ConstellationName) {
  const bits = bitsOf(CONSTELLATIONS[constellation], 200 * CONSTELLATIONS[constellation]);
  const symbols = Float32Array.from(inFloat64("constellation-mapper", { constellation }, { in: bits }).out);
  const noise = testNormals(9, symbols.length);
  return { bits, symbols, noisy: symbols.map((value, i) => value + 0.15 * noise[i]) };
}

/** Complex samples of noise. */
export function noisePoints(count: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(testNormals(1, 2 * count));
}

/** LLRs of BPSK with noise of this standard deviation per real dimension. */
export function llrsOf(bits: ArrayLike<number>, sigma: number): Float32Array<ArrayBuffer> {
  const noise = testNormals(4, bits.length);
  return Float32Array.from(bits, (bit, i) => (2 * (2 * bit - 1 + sigma * noise[i])) / sigma ** 2);
}
