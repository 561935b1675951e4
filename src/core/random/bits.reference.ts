import type { RandomBitsConfig } from "./bits.ts";
import { philox } from "./philox.ts";

/** Returns the information bits (0 or 1) of frame `frame`. */
export function frameBits(frame: number, { length, seed, check }: Omit<RandomBitsConfig, "frames">): number[] {
  const random = Array.from({ length }, (_, k) => {
    const words = philox([Math.floor(k / 128), frame, 0, 0], [seed, 16]);
    return (words[(k >> 5) % 4] >>> (k & 31)) & 1;
  });
  if (!check) return random;
  const data = random.slice(0, length - check.bits);
  const syndrome = data.reduce((sum, bit, k) => (bit ? sum ^ check.syndromes[k] : sum), check.ofZeros ?? 0);
  return [...data, ...Array.from({ length: check.bits }, (_, j) => (syndrome >>> (check.bits - 1 - j)) & 1)];
}
