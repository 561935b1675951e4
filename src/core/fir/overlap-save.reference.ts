import { overlapSave } from "../convolution/overlap-save.reference.ts";
import { fir } from "./direct.reference.ts";

/** {@link fir} by overlap-save, with transforms of `length` points, more than there are taps. */
export function overlapSaveFir(
  x: Float64Array,
  h: Float64Array,
  filter: Parameters<typeof fir>[2],
  length: number,
): Float64Array {
  return fir(x, h, filter, (samples, taps, precursors, grid) => overlapSave(samples, taps, precursors, grid, length));
}
