import { memoryOf, statesOf } from "../../sequence/trellis.ts";

/** Steps of the trellis of MLSE. A state is the last L labels, the newest in the lowest digit to the base M. */
export interface SequenceTrellis {
  /** First step: the symbol that it decides. */
  from: number;
  /** M^L. */
  states: number;
  /** M. */
  choices: number;
  /** Least Σ|y − h ∗ a|² of the paths into each state, less the column's least one: [steps + 1][state]; ∞ where no path leads. */
  metrics: Float32Array;
  /** The state before each state on its survivor, [steps][state]; −1 where no path leads. */
  survivors: Int16Array;
  /** 1 where a survivor of the last column passes, [steps + 1][state]. */
  alive: Uint8Array;
  /** States of the decided and of the sent path: [steps + 1]. */
  decided: Uint16Array;
  sent: Uint16Array;
}

/** Most states that a figure shows. */
export const MOST_SHOWN_STATES = 64;

export interface SequencePacket {
  /** y, complex; sample `guard` is the first one of symbol 0. */
  received: ArrayLike<number>;
  /** Labels; number `guard` is symbol 0. */
  sent: ArrayLike<number>;
  /** Decided labels, from symbol 0. */
  decided: ArrayLike<number>;
  guard: number;
}

/**
 * Returns some steps of the trellis of a packet, computed in float64 from the packet's start, where the state is known.
 *
 * @param channel Taps h and the constellation by label, complex.
 * @throws RangeError when there are too many states to show.
 */
export function sequenceTrellis(
  { received, sent, decided, guard }: SequencePacket,
  { taps, points }: { taps: ArrayLike<number>; points: ArrayLike<number> },
  { from, steps }: { from: number; steps: number },
): SequenceTrellis {
  const [choices, tapCount] = [points.length / 2, taps.length / 2];
  const [memory, states] = [memoryOf(tapCount), statesOf(choices, tapCount)];
  if (states > MOST_SHOWN_STATES) {
    throw new RangeError(`adaptive: the trellis shows at most ${MOST_SHOWN_STATES} states, got ${states}`);
  }
  const outputs = branchOutputs(taps, points, memory);
  const stateAt = (labels: ArrayLike<number>, before: number) => {
    let state = 0;
    for (let l = memory; l >= 1; l--) state = state * choices + labels[before - l];
    return state;
  };
  const trellis: SequenceTrellis = {
    from,
    states,
    choices,
    metrics: new Float32Array((steps + 1) * states),
    survivors: new Int16Array(steps * states),
    alive: new Uint8Array((steps + 1) * states),
    decided: new Uint16Array(steps + 1),
    sent: Uint16Array.from({ length: steps + 1 }, (_, i) => stateAt(sent, guard + from + i)),
  };
  // Before the packet all labels are known.
  const path = Int32Array.from({ length: guard + from + steps }, (_, k) => (k < guard ? sent[k] : decided[k - guard]));
  for (let i = 0; i <= steps; i++) trellis.decided[i] = stateAt(path, guard + from + i);

  let metrics = new Float64Array(states).fill(Infinity);
  metrics[stateAt(sent, guard)] = 0;
  for (let k = 0; k <= from + steps; k++) {
    if (k >= from) {
      const least = Math.min(...metrics);
      for (let s = 0; s < states; s++) trellis.metrics[(k - from) * states + s] = metrics[s] - least;
    }
    if (k === from + steps) break;
    const next = new Float64Array(states).fill(Infinity);
    const before = new Int16Array(states).fill(-1);
    const [re, im] = [received[2 * (guard + k)], received[2 * (guard + k) + 1]];
    for (let s = 0; s < states; s++) {
      for (let a = 0; a < choices; a++) {
        const at = 2 * (s * choices + a);
        const metric = metrics[s] + (re - outputs[at]) ** 2 + (im - outputs[at + 1]) ** 2;
        const to = (s * choices + a) % states;
        if (metric < next[to]) [next[to], before[to]] = [metric, s];
      }
    }
    if (k >= from) trellis.survivors.set(before, (k - from) * states);
    metrics = next;
  }
  markAlive(trellis, steps);
  return trellis;
}

/** h ∗ a of each state and label, complex [state][label]. */
function branchOutputs(taps: ArrayLike<number>, points: ArrayLike<number>, memory: number): Float64Array {
  const choices = points.length / 2;
  const outputs = new Float64Array(2 * choices ** (memory + 1));
  for (let branch = 0; branch < outputs.length / 2; branch++) {
    for (let l = 0, rest = branch; l < taps.length / 2; l++, rest = Math.floor(rest / choices)) {
      const [a, b] = [points[2 * (rest % choices)], points[2 * (rest % choices) + 1]];
      outputs[2 * branch] += taps[2 * l] * a - taps[2 * l + 1] * b;
      outputs[2 * branch + 1] += taps[2 * l] * b + taps[2 * l + 1] * a;
    }
  }
  return outputs;
}

function markAlive({ alive, survivors, metrics, states }: SequenceTrellis, steps: number): void {
  for (let s = 0; s < states; s++) alive[steps * states + s] = Number(metrics[steps * states + s] < Infinity);
  for (let i = steps * states - 1; i >= 0; i--) {
    if (alive[i + states] && survivors[i] >= 0) alive[Math.floor(i / states) * states + survivors[i]] = 1;
  }
}
