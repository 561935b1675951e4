import { matchRate } from "./rate-matcher.reference.ts";
import type { RateMatching } from "./rate-matching.ts";

/** The LLRs of a frame's 3K + 12 coded bits from the LLRs of its `sent` bits. */
export function dematchRate(llr: ArrayLike<number>, matching: RateMatching): Float64Array {
  const coded = new Float64Array(3 * matching.length + 12);
  const places = matchRate([...coded.keys()], matching);
  for (const [e, c] of places.entries()) coded[c] += llr[e];
  return coded;
}
