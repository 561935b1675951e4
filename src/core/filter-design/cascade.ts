import type { Section } from "./sections.ts";

/** The two state values of each section. */
export type CascadeState = [number, number][];

export const restState = (sections: readonly Section[]): CascadeState => sections.map(() => [0, 0]);

/**
 * Filters x by sections in turn, in float64, transposed direct form II.
 *
 * @param state States before x, replaced by the states after it; from rest by default.
 */
export function cascade(sections: readonly Section[], x: ArrayLike<number>, state = restState(sections)): Float64Array {
  const y = Float64Array.from(x);
  for (const [i, [b0, b1, b2, , a1, a2]] of sections.entries()) {
    let [s1, s2] = state[i];
    for (let n = 0; n < y.length; n++) {
      const input = y[n];
      const output = b0 * input + s1;
      s1 = b1 * input - a1 * output + s2;
      s2 = b2 * input - a2 * output;
      y[n] = output;
    }
    state[i] = [s1, s2];
  }
  return y;
}

/** The first `length` samples of the response to 1, 0, 0 … */
export const impulseResponse = (sections: readonly Section[], length: number): Float64Array =>
  cascade(
    sections,
    Float64Array.from({ length }, (_, n) => (n === 0 ? 1 : 0)),
  );

/** The first `length` samples of the response to 1, 1, 1 … */
export const stepResponse = (sections: readonly Section[], length: number): Float64Array =>
  cascade(sections, new Float64Array(length).fill(1));
