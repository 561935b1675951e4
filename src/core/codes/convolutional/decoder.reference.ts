import { TAIL } from "./code.ts";
import { coded } from "./encoder.float64.ts";

/** A state as the six bits u[t − 1], … u[t − 6]. */
const bitsOf = (state: number) => [0, 1, 2, 3, 4, 5].map((delay) => (state >> delay) & 1);
/** The branches into each state, with the signs of their coded bits. */
const BRANCHES = Array.from({ length: 64 }, (_, state) =>
  [state >> 1, (state >> 1) | 32].map((from) => {
    const [a, b] = coded([state & 1, ...bitsOf(from)]).map((bit) => bit - 0.5);
    return { from, a, b };
  }),
);

/**
 * Returns the information bits of the path with the largest sum of LLR·(bit − ½), and the smallest difference between
 * the metrics of that path and of a path that it beat: 0 for a tie.
 *
 * @param options `open`: true for a stretch of a stream, which begins and ends in any state and has no tail.
 */
export function decode(llr: ArrayLike<number>, { open = false } = {}): { bits: number[]; margin: number } {
  const stages = llr.length / 2;
  let metrics = Float64Array.from({ length: 64 }, (_, state) => (open || state === 0 ? 0 : -Infinity));
  const steps = Array.from({ length: stages }, (_, t) => {
    const before = metrics;
    metrics = new Float64Array(64);
    return BRANCHES.map((branches, state) => {
      const [first, second] = branches.map(({ from, a, b }) => before[from] + a * llr[2 * t] + b * llr[2 * t + 1]);
      metrics[state] = Math.max(first, second);
      return { from: branches[second > first ? 1 : 0].from, margin: Math.abs(first - second) };
    });
  });
  const bits: number[] = [];
  let [state, margin] = [open ? metrics.indexOf(Math.max(...metrics)) : 0, Infinity];
  for (const step of steps.toReversed()) {
    bits.unshift(state & 1);
    // Both branches may come from states that cannot be: no difference then.
    if (step[state].margin < margin) ({ margin } = step[state]);
    state = step[state].from;
  }
  return { bits: bits.slice(0, open ? stages : stages - TAIL), margin };
}
