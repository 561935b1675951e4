import { modulationPoints } from "../modulations.ts";

const POINTS = new Map([
  [2, modulationPoints("qpsk")],
  [4, modulationPoints("16qam")],
  [6, modulationPoints("64qam")],
]);

/** Returns the points of a carrier with 0, 2, 4 or 6 bits, complex, by label. */
export const carrierPoints = (bits: number): Float64Array => POINTS.get(bits) ?? new Float64Array(2);

/** Returns what carriers send, complex: the point of a word's lowest bits, as many as carrier k has, times its amplitude. */
export function sendCarriers(
  words: readonly number[],
  bits: (k: number) => number,
  amplitude: (k: number) => number,
): number[] {
  return words.flatMap((word, k) => {
    const label = word % 2 ** bits(k);
    return [...carrierPoints(bits(k)).subarray(2 * label, 2 * label + 2)].map((part) => amplitude(k) * part);
  });
}
