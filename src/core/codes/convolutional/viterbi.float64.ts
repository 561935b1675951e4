import { coded } from "./encoder.float64.ts";

/** States of the encoder: the six bits before the input, the newest one as the least significant. */
export const CONVOLUTIONAL_STATES = 64;

/** Signs of A and B by the encoder's bits: the input and the state. */
const SIGNS = Float64Array.from({ length: 2 * 2 * CONVOLUTIONAL_STATES }, (_, i) => {
  const [bits, output] = [i >> 1, i & 1];
  return coded([0, 1, 2, 3, 4, 5, 6].map((delay) => (bits >> delay) & 1))[output] - 0.5;
});

/** The two states that lead to a state; `late` chooses the one whose oldest bit is 1. */
export const before = (state: number, late: number) => (state >> 1) | (late << 5);

/** A decoded codeword with the trellis behind it. */
export interface Decoded {
  /** Decided bits, [steps], the tail included. */
  bits: Uint8Array;
  /** 1 where the better branch into a state comes from the state whose oldest bit is 1, [steps][64]. */
  survivors: Uint8Array;
  /** Metric of the best path into each state, [steps + 1][64]: the sum of LLR·(bit − ½); −∞ where no path leads. */
  metrics: Float64Array;
}

/**
 * Decodes a terminated codeword of the code 133, 171 (octal) by the Viterbi algorithm, and returns the whole trellis.
 * A tie goes to the state whose oldest bit is 0.
 *
 * @param llr log p(1)/p(0) of A B per step, tail included; 0 for a bit that was not sent.
 * @param options `open`: true for a stretch of a stream, which begins and ends in any state and has no tail.
 */
export function viterbi(llr: ArrayLike<number>, { open = false } = {}): Decoded {
  const steps = llr.length / 2;
  const survivors = new Uint8Array(steps * CONVOLUTIONAL_STATES);
  const metrics = new Float64Array((steps + 1) * CONVOLUTIONAL_STATES);
  if (!open) metrics.fill(-Infinity, 1, CONVOLUTIONAL_STATES);
  for (let t = 0; t < steps; t++) {
    const [a, b] = [llr[2 * t], llr[2 * t + 1]];
    const [from, to] = [t * CONVOLUTIONAL_STATES, (t + 1) * CONVOLUTIONAL_STATES];
    for (let state = 0; state < CONVOLUTIONAL_STATES; state++) {
      // The indices of the two branches' signs.
      const [early, late] = [2 * state, 2 * (state + CONVOLUTIONAL_STATES)];
      const one = metrics[from + before(state, 0)] + SIGNS[early] * a + SIGNS[early + 1] * b;
      const other = metrics[from + before(state, 1)] + SIGNS[late] * a + SIGNS[late + 1] * b;
      survivors[from + state] = other > one ? 1 : 0;
      metrics[to + state] = other > one ? other : one;
    }
  }
  const bits = new Uint8Array(steps);
  const last = metrics.subarray(steps * CONVOLUTIONAL_STATES);
  let state = open ? last.indexOf(Math.max(...last)) : 0;
  for (let t = steps - 1; t >= 0; t--) {
    bits[t] = state & 1;
    state = before(state, survivors[t * CONVOLUTIONAL_STATES + state]);
  }
  return { bits, survivors, metrics };
}
