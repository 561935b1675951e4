import { CRC_BITS, crcBits } from "../codes/crc/crc.ts";
import type { RandomBitsConfig } from "./bits.ts";
import { philox } from "./philox.reference.ts";

/** The information bits (0 or 1) of frame `frame`. */
export function frameBits(frame: number, { length, seed, crc = "none" }: Omit<RandomBitsConfig, "frames">): number[] {
  const random = Array.from({ length }, (_, k) => {
    const words = philox([Math.floor(k / 128), frame, 0, 0], [seed, 16]);
    return (words[(k >> 5) % 4] >>> (k & 31)) & 1;
  });
  if (crc === "none") return random;
  const data = random.slice(0, length - CRC_BITS);
  return [...data, ...crcBits(data, crc)];
}
