import { overlapAdd } from "../convolution/overlap-add.reference.ts";
import { fir } from "./direct.reference.ts";

/** {@link fir} by overlap-add, with transforms of `length` points, more than there are taps. */
export function overlapAddFir(
  x: Float64Array,
  h: Float64Array,
  filter: Parameters<typeof fir>[2],
  length: number,
): Float64Array {
  return fir(x, h, filter, (samples, taps, precursors, grid) => overlapAdd(samples, taps, precursors, grid, length));
}
