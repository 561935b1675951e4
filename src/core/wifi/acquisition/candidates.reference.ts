/** Lengths in samples. */
export interface Rule {
  plateau: number;
  gap: number;
}

/**
 * Returns the candidates: a plateau of samples above the threshold begins there, and none began in the gap before it.
 *
 * @param above One entry per sample, 1 above the threshold.
 */
export function candidates(above: ArrayLike<number>, { plateau, gap }: Rule): number[] {
  const begins = Array.from({ length: above.length }, (_, n) =>
    Array.from({ length: plateau }, (_, i) => n + i).every((at) => above[at] === 1),
  );
  return [...begins.keys()].filter((n) => begins[n] && !begins.slice(Math.max(0, n - gap), n).includes(true));
}
