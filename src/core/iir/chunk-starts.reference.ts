import { add, type Complex, mul } from "../filter-design/complex.ts";
import { complexPower } from "./poles.ts";

/** s[0] = start, s[c+1] = pole^spans[c]·s[c] + ends[c]: the initial states of the items, and the state after the last. */
export function chunkStarts(
  ends: readonly Complex[],
  pole: Complex,
  spans: readonly number[],
  start: Complex,
): Complex[] {
  return ends.reduce((starts, end, c) => [...starts, add(mul(complexPower(pole, spans[c]), starts[c]), end)], [start]);
}
