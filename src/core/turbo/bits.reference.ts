import { philox } from "../random/philox.reference.ts";
import type { TurboBitsConfig } from "./bits.ts";
import { CRC_BITS, crcBits } from "./crc.ts";

/** The information bits (0 or 1) of frame `frame`. */
export function frameBits(frame: number, { length, seed, crc }: Omit<TurboBitsConfig, "frames">): number[] {
  const random = Array.from({ length }, (_, k) => {
    const words = philox([Math.floor(k / 128), frame, 0, 0], [seed, 16]);
    return (words[(k >> 5) % 4] >>> (k & 31)) & 1;
  });
  if (crc === "none") return random;
  const data = random.slice(0, length - CRC_BITS);
  return [...data, ...crcBits(data, crc)];
}
