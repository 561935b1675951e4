/** Symbols after which a decision is final. */
const DEPTH = 16;

/** What a sampled symbol is made of: main · level + side · (level before + level after), levels −1 and 1. */
export interface LeakTaps {
  main: number;
  side: number;
}

/**
 * Decides levels of symbols that leak into their neighbours on both sides: the likeliest sequence in white noise, by Viterbi's
 * algorithm with four states. Filters of senders and receivers make such leaks.
 *
 * @returns A function that takes the next symbol, −1 and 1 at its levels, and returns the level of the symbol `DEPTH` before it.
 */
export function createSequenceDetector(): { delay: number; push(soft: number, taps: LeakTaps): 0 | 1 } {
  // State: the levels of the two latest symbols. A path holds the levels before them, the latest one the lowest.
  let [costs, nextCosts] = [new Float64Array(4), new Float64Array(4)];
  let [paths, nextPaths] = [new Int32Array(4), new Int32Array(4)];
  let [held, main, side] = [0, 1, 0];
  return {
    delay: DEPTH,
    push(soft, taps) {
      let [likeliest, least] = [0, Number.POSITIVE_INFINITY];
      for (let state = 0; state < 4; state++) {
        const [now, after] = [state >> 1, state & 1];
        const alone = held - main * (2 * now - 1) - 2 * side * (after - 1);
        const [low, high] = [costs[now] + alone ** 2, costs[2 + now] + (alone - 2 * side) ** 2];
        const cost = Math.min(low, high);
        nextCosts[state] = cost;
        nextPaths[state] = low <= high ? paths[now] << 1 : (paths[2 + now] << 1) | 1;
        if (cost < least) [likeliest, least] = [state, cost];
      }
      for (let state = 0; state < 4; state++) nextCosts[state] -= least;
      [costs, nextCosts] = [nextCosts, costs];
      [paths, nextPaths] = [nextPaths, paths];
      [held, main, side] = [soft, taps.main, taps.side];
      return (paths[likeliest] >> (DEPTH - 2)) & 1 ? 1 : 0;
    },
  };
}
