import type { LinearCrcName } from "../crc/crc.ts";

export const MOST_WINDOWS = 192;
export const MOST_ITERATIONS = 16;

/** The rule that stops the decoding of a frame before its last iteration. */
export type TurboStop =
  /** `sign`: the hard decisions of both constituent decoders agree in all bits. */
  | { stop: "none" | "sign"; crc?: undefined }
  /** The CRC in the last information bits holds. */
  | { stop: "crc"; crc: LinearCrcName };

/** Settings of the decoder. */
export type TurboDecoding = TurboStop & {
  /** Information bits K per frame: one of the 188 lengths. */
  length: number;
  /** Number P of windows with K/P stages, decoded in parallel: a divisor of K, 1 to 192. */
  windows: number;
  /** log(eᵃ + eᵇ) as max(a, b), or exactly. */
  algorithm: "max-log" | "log-map";
  /** Factor on the extrinsic LLRs, 0 to 1. */
  scale: number;
  /** Most iterations, of two half-iterations each: 1 to 16. */
  iterations: number;
};

/** Divisors of a length that may be its number of windows, in rising order. */
export function windowCounts(length: number): number[] {
  return Array.from({ length: Math.min(MOST_WINDOWS, length) }, (_, i) => i + 1).filter(
    (count) => length % count === 0,
  );
}

/** The most windows with at least 32 stages; the published best compromise at K = 6144 has 64. */
export function usualWindows(length: number): number {
  return windowCounts(length).findLast((count) => count === 1 || length / count >= 64) as number;
}
