import type { Section } from "../filter-design/sections.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import { finiteNumbers } from "./finite-numbers.ts";

/**
 * Returns a cascade of second-order sections in float64, transposed direct form II; each call continues the signal. Numbers that
 * are NaN or infinite count as zero.
 */
export function recursion(kind: SampleKind, sections: readonly Section[]) {
  const parts = kind === "complex" ? 2 : 1;
  const states = sections.map(() => new Float64Array(2 * parts));
  return (x: Float64Array): Float64Array =>
    finiteNumbers(x).map((sample, i) => {
      const part = i % parts;
      return sections.reduce((value, [b0, b1, b2, , a1, a2], s) => {
        const state = states[s];
        const y = b0 * value + state[2 * part];
        state[2 * part] = b1 * value - a1 * y + state[2 * part + 1];
        state[2 * part + 1] = b2 * value - a2 * y;
        return y;
      }, sample);
    });
}
