import { normals, philox } from "../../random/philox.ts";

/** Random numbers in a fixed order: the same seed, burst and purpose give the same ones. */
export interface Draws {
  /** Uniform from `from` to `to`. */
  uniform(from: number, to: number): number;
  choice<Value>(values: readonly Value[]): Value;
  /** @param ones The probability of a 1. Default 1/2. */
  bits(count: number, ones?: number): Uint8Array;
  /** A pair of independent standard normal numbers. */
  normals(): [number, number];
  /** How far the sequence has come: `createDraws` continues from there. */
  position(): number;
}

/** The second word of the generator's keys. */
const KEY = 0x47656e;

/** What random numbers are for. Each purpose has its own sequence. */
const PURPOSES = { parameters: 0, samples: 1, channel: 2, place: 3, noise: 4, gain: 5 } as const;

/** @param burst Number of the burst; 0 for the whole recording. */
export function createDraws(seed: number, purpose: keyof typeof PURPOSES, burst: number, position = 0): Draws {
  let count = position;
  const words = () => philox([count++, burst, PURPOSES[purpose], 0], [seed, KEY]);
  const unit = () => words()[0] / 2 ** 32;
  return {
    uniform: (from, to) => from + (to - from) * unit(),
    choice: (values) => values[Math.floor(values.length * unit())],
    bits(length, ones = 0.5) {
      // Equally likely bits need one random bit each, others a whole word.
      const perWord = ones === 0.5 ? 32 : 1;
      let four: readonly number[] = [];
      return Uint8Array.from({ length }, (_, k) => {
        if (k % (4 * perWord) === 0) four = words();
        const word = four[Math.floor(k / perWord) % 4];
        return perWord === 1 ? Number(word / 2 ** 32 < ones) : (word >>> (k % 32)) & 1;
      });
    },
    normals() {
      const [first, second] = words();
      return normals(first, second);
    },
    position: () => count,
  };
}

/** Adds complex white noise of power 1 to interleaved samples. @param first Number of the first sample. */
export function addNoise(samples: Float64Array, seed: number, first: number): void {
  const end = first + samples.length / 2;
  for (let pair = Math.floor(first / 2); 2 * pair < end; pair++) {
    const words = philox([pair >>> 0, 0, PURPOSES.noise, Math.floor(pair / 2 ** 32)], [seed, KEY]);
    for (let i = 0; i < 2; i++) {
      const n = 2 * pair + i;
      if (n < first || n >= end) continue;
      const [re, im] = normals(words[2 * i], words[2 * i + 1]);
      samples[2 * (n - first)] += re * Math.SQRT1_2;
      samples[2 * (n - first) + 1] += im * Math.SQRT1_2;
    }
  }
}
