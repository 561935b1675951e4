type Counter = readonly [number, number, number, number];
type Key = readonly [number, number];

/** Returns the high word of the 64-bit product of two u32. */
function mulHigh(a: number, b: number): number {
  const [aHigh, aLow, bHigh, bLow] = [a >>> 16, a & 0xffff, b >>> 16, b & 0xffff];
  const carry = aHigh * bLow + Math.floor((aLow * bLow) / 2 ** 16) + aLow * bHigh;
  return (aHigh * bHigh + Math.floor(carry / 2 ** 16)) >>> 0;
}

/**
 * Returns four random words from a counter of four words and a key of two (all u32): Philox4x32-10.
 * Source: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.
 *
 * @example
 * ```ts
 * import { philox } from "threeray/random";
 *
 * // The same words on every device. Known answer of the paper's authors for zeros.
 * console.log(philox([0, 0, 0, 0], [0, 0]).map((word) => word.toString(16)).join(" ")); // 6627e8d5 e169c58d bc57ac4c 9b00dbd8
 * ```
 */
export function philox(counter: Counter, key: Key): Counter {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < 10; round++) {
    const [p, q] = [mulHigh(0xd2511f53, c0), mulHigh(0xcd9e8d57, c2)];
    [c0, c1, c2, c3] = [q ^ c1 ^ k0, Math.imul(0xcd9e8d57, c2), p ^ c3 ^ k1, Math.imul(0xd2511f53, c0)];
    [k0, k1] = [k0 + 0x9e3779b9, k1 + 0xbb67ae85];
  }
  return [c0 >>> 0, c1 >>> 0, c2 >>> 0, c3 >>> 0];
}

/**
 * Returns two standard normal numbers from two words: √(−2 ln u)·(cos, sin)(2πv), u = (first + 1)/2^32, v =
 * second/2^32.
 *
 * @example
 * ```ts
 * import { normals, philox } from "threeray/random";
 *
 * const seed = 7;
 * const draws = Array.from({ length: 2000 }, (_, i) => {
 *   const [a, b] = philox([i, 0, 0, 0], [seed, 0]);
 *   return normals(a, b)[0];
 * });
 * const variance = draws.reduce((sum, draw) => sum + draw * draw, 0) / draws.length;
 * console.log(variance.toFixed(1)); // 1.1
 * ```
 */
export function normals(first: number, second: number): [number, number] {
  const radius = Math.sqrt(-2 * Math.log1p((first - 0xffffffff) / 2 ** 32));
  const angle = (2 * Math.PI * second) / 2 ** 32;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
