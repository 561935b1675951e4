import { KNOWN_BITS, PACKET_BITS } from "../packet.ts";

/** Decision points of one packet's data, complex pairs, and their moments, from its 6336 samples y(k), complex pairs. */
export function constellation(y: ArrayLike<number>): { points: number[]; mean: number; deviation: number } {
  const points: number[] = [];
  for (let k = KNOWN_BITS; k < PACKET_BITS; k += 2) points.push(y[2 * k], y[2 * (k + 1) + 1]);
  const average = (of: (x: number) => number) => points.reduce((sum, x) => sum + of(x), 0) / points.length;
  const mean = average(Math.abs);
  return { points, mean, deviation: average((x) => (Math.abs(x) - mean) ** 2) };
}
