/** Symbols after which a decision is final. */
const DEPTH = 16;

/** What a sampled symbol is made of: main · level + side · (level before + level after), levels −1 and 1. */
export interface Taps {
  main: number;
  side: number;
}

/**
 * Decides levels of symbols that leak into their neighbours on both sides: the likeliest sequence in white noise, by Viterbi's
 * algorithm with four states. Filters of senders and receivers make such leaks.
 *
 * @returns A function that takes the next symbol, −1 and 1 at its levels, and returns the level of the symbol `DEPTH` before it.
 */
export function createSequenceDetector(): { delay: number; push(soft: number, taps: Taps): 0 | 1 } {
  // State: the levels of the two latest symbols. A path holds the levels before them, the latest one the lowest.
  let costs = [0, 0, 0, 0];
  let paths = [0, 0, 0, 0];
  let held = 0;
  let heldTaps: Taps = { main: 1, side: 0 };
  return {
    delay: DEPTH,
    push(soft, taps) {
      const [nextCosts, nextPaths] = [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ];
      for (let state = 0; state < 4; state++) {
        const [now, after] = [state >> 1, state & 1];
        let best = -1;
        for (let before = 0; before < 2; before++) {
          const expected = heldTaps.main * (2 * now - 1) + 2 * heldTaps.side * (before + after - 1);
          const from = 2 * before + now;
          const cost = costs[from] + (held - expected) ** 2;
          if (best >= 0 && cost >= nextCosts[state]) continue;
          best = from;
          nextCosts[state] = cost;
          nextPaths[state] = (paths[from] << 1) | before;
        }
      }
      const least = Math.min(...nextCosts);
      costs = nextCosts.map((cost) => cost - least);
      paths = nextPaths;
      held = soft;
      heldTaps = taps;
      const likeliest = costs.indexOf(0);
      return ((paths[likeliest] >> (DEPTH - 2)) & 1) as 0 | 1;
    },
  };
}
