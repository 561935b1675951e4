import type { Float64Block } from "../../flow/build/block-factory.ts";
import { philox } from "../../random/philox.ts";
import type { RandomBits } from "./random-bits.ts";

/** Bits per call of Philox. */
const CALL = 128;
const STREAM = 16;

export function randomBitsFloat64({ seed }: RandomBits): Float64Block {
  let first = 0;
  return (_, firings) => {
    const out = Float64Array.from({ length: firings }, (_, i) => {
      const [n, call] = [first + i, Math.floor((first + i) / CALL)];
      const words = philox([call % 2 ** 32, Math.floor(call / 2 ** 32), 0, 0], [seed, STREAM]);
      return (words[Math.floor((n % CALL) / 32)] >>> (n % 32)) & 1;
    });
    first += firings;
    return { out };
  };
}
