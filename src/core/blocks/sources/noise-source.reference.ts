import type { Float64Block } from "../../flow/build/block-factory.ts";
import { normals, philox } from "../../random/philox.ts";
import type { NoiseSource } from "./noise-source.ts";

/** As the kernel's: it separates the numbers of noise sources from other random numbers. */
const STREAM = 48;

type Pair = readonly [number, number];

const exponential = (word: number) => -Math.log1p((word - 0xffffffff) / 2 ** 32);
const signOf = (word: number) => (word >>> 31 ? 1 : -1);

const PAIRS: Readonly<Record<NoiseSource["distribution"], (words: readonly [number, number, number, number]) => Pair>> =
  {
    gaussian: ([a, b]) => normals(a, b),
    uniform: ([a, b]) => [(a >>> 8) / 2 ** 23 - 1, (b >>> 8) / 2 ** 23 - 1],
    laplacian: ([a, b, c, d]) => [signOf(c) * exponential(a), signOf(d) * exponential(b)],
  };

export function noiseSourceFloat64({ type, distribution, amplitude, seed }: NoiseSource): Float64Block {
  let next = 0;
  return (_, firings) => {
    const out = new Float64Array(type === "complex" ? 2 * firings : firings);
    for (let n = 0; n < firings; n++, next++) {
      const [re, im] = PAIRS[distribution](philox([next >>> 0, Math.floor(next / 2 ** 32), 0, 0], [seed, STREAM]));
      if (type === "real") out[n] = amplitude * re;
      else out.set([amplitude * Math.SQRT1_2 * re, amplitude * Math.SQRT1_2 * im], 2 * n);
    }
    return { out };
  };
}
