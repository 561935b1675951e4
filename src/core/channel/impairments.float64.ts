import { normals, philox } from "../random/philox.ts";
import type { Impairments } from "./impairments.ts";

/** Returns sample n of the noise of unit variance: real and imaginary part have variance ½ each. */
function noise(n: number, seed: number): [number, number] {
  const pair = Math.floor(n / 2);
  const words = philox([pair >>> 0, Math.floor(pair / 2 ** 32), 0, 0], [seed, 2]);
  const [x, y] = n % 2 ? normals(words[2], words[3]) : normals(words[0], words[1]);
  return [x * Math.SQRT1_2, y * Math.SQRT1_2];
}

/**
 * r(n) = x(n)·e^{j(ωn + phase)} + noise(n), n = from, from + 1, … (from ≥ 0) in the recording. Complex pairs.
 *
 * @example
 * ```ts
 * import { impair } from "threeray/channel";
 *
 * // A quarter of a turn per sample, without noise.
 * const ones = Float64Array.of(1, 0, 1, 0, 1, 0);
 * const turned = impair(ones, 0, { frequencyOffset: Math.PI / 2, phase: 0, noiseVariance: 0, seed: 1 });
 * console.log(Array.from(turned, (value) => Math.round(value))); // [ 1, 0, 0, 1, -1, 0 ]
 * ```
 */
export function impair(x: Float64Array, from: number, impairments: Impairments): Float64Array {
  const { frequencyOffset, phase, noiseVariance, seed } = impairments;
  const sigma = Math.sqrt(noiseVariance);
  const r = new Float64Array(x.length);
  for (let i = 0; i < x.length; i += 2) {
    const n = from + i / 2;
    const angle = frequencyOffset * n + phase;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [re, im] = noise(n, seed);
    r[i] = x[i] * cos - x[i + 1] * sin + sigma * re;
    r[i + 1] = x[i] * sin + x[i + 1] * cos + sigma * im;
  }
  return r;
}
