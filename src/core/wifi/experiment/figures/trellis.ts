import { before, CONVOLUTIONAL_STATES, viterbi } from "../../../codes/convolutional/viterbi.float64.ts";
import type { Reception } from "./reception.ts";

/** Steps of the decoder's trellis. */
export interface FrameTrellis {
  /** First step. */
  from: number;
  /** Metric of the best path into each state, less the best one of its column: [steps + 1][64]; −∞ where no path leads. */
  metrics: Float32Array;
  /** The state before each state on its surviving path, [steps][64]; −1 where no path leads. */
  survivors: Int8Array;
  /** 1 where a survivor of the last column passes, [steps + 1][64]. */
  alive: Uint8Array;
  /** States of the decided path, and of the path that was sent where it is known: [steps + 1]. */
  decided: Uint8Array;
  sent?: Uint8Array;
  /** LLRs of A B, [steps][2]. */
  llr: Float32Array;
}

/**
 * Returns a part of the trellis of a frame's data, computed in float64 from the receiver's LLRs.
 *
 * @param sent The scrambled bits that were sent, where they are known.
 * @throws RangeError when the frame does not have these steps.
 */
export function frameTrellis({ llr, bits }: Reception, from: number, steps: number, sent?: Uint8Array): FrameTrellis {
  const end = from + steps;
  if (!Number.isInteger(from) || !Number.isInteger(steps) || from < 0 || steps < 1 || end > bits.length) {
    throw new RangeError(`wifi: steps must be in 0 … ${bits.length - 1}, got ${from} … ${end - 1}`);
  }
  const decoded = viterbi(llr.subarray(0, 2 * end));
  const columns = Array.from({ length: steps + 1 }, (_, i) =>
    decoded.metrics.subarray((from + i) * CONVOLUTIONAL_STATES, (from + i + 1) * CONVOLUTIONAL_STATES),
  );
  const metrics = Float32Array.from(
    columns.flatMap((column) => {
      const best = Math.max(...column);
      return Array.from(column, (metric) => metric - best);
    }),
  );
  const survivors = Int8Array.from({ length: steps * CONVOLUTIONAL_STATES }, (_, i) => {
    const state = i % CONVOLUTIONAL_STATES;
    if (metrics[i + CONVOLUTIONAL_STATES] === -Infinity) return -1;
    return before(state, decoded.survivors[from * CONVOLUTIONAL_STATES + i]);
  });
  const alive = new Uint8Array((steps + 1) * CONVOLUTIONAL_STATES);
  for (let state = 0; state < CONVOLUTIONAL_STATES; state++)
    alive[steps * CONVOLUTIONAL_STATES + state] = Number(metrics[steps * CONVOLUTIONAL_STATES + state] > -Infinity);
  for (let i = steps * CONVOLUTIONAL_STATES - 1; i >= 0; i--) {
    const state = survivors[i];
    if (alive[i + CONVOLUTIONAL_STATES] && state >= 0)
      alive[Math.floor(i / CONVOLUTIONAL_STATES) * CONVOLUTIONAL_STATES + state] = 1;
  }
  return {
    from,
    metrics,
    survivors,
    alive,
    decided: statesOf(bits, from, end),
    sent: sent && statesOf(sent, from, end),
    llr: llr.slice(2 * from, 2 * end),
  };
}

/** The encoder's states before the steps from … end − 1, and after the last one. */
function statesOf(bits: Uint8Array, from: number, end: number): Uint8Array {
  return Uint8Array.from({ length: end - from + 1 }, (_, i) => {
    let state = 0;
    for (let delay = 6; delay > 0; delay--) state = (state << 1) | (bits[from + i - delay] ?? 0);
    return state;
  });
}
