/** Wrong decisions in a row: wrong symbols between which a decision-feedback equalizer never forgets the first one. */
export interface ErrorBurst {
  /** First wrong symbol. */
  from: number;
  /** Symbols from the first wrong one to the last. */
  length: number;
  /** Wrong symbols. */
  wrong: number;
}

/**
 * Returns the bursts of wrong symbols. Past decisions leave the feedback after as many right ones as it has taps, so that longer gaps
 * separate bursts.
 *
 * @param positions Wrong symbols, rising.
 * @param gap Nb: most right decisions inside a burst.
 */
export function burstsOf(positions: readonly number[], gap: number): ErrorBurst[] {
  const bursts: ErrorBurst[] = [];
  for (const position of positions) {
    const last = bursts.at(-1);
    if (last && position - (last.from + last.length) < gap) {
      last.length = position - last.from + 1;
      last.wrong++;
    } else bursts.push({ from: position, length: 1, wrong: 1 });
  }
  return bursts;
}
