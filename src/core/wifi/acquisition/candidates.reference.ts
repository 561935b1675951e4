import { LATE } from "./search.ts";

/** Lengths in samples. */
export interface Rule {
  plateau: number;
  gap: number;
}

/**
 * Returns the candidates: a plateau of samples above the threshold begins there, and none began in the gap before it. Or both are true
 * of the risen samples, and no candidate of the first kind is among the LATE samples before it.
 *
 * @param above One entry per sample, 1 above the threshold.
 * @param risen One entry per sample, 1 above the threshold where the energy has risen.
 */
export function candidates(above: ArrayLike<number>, risen: ArrayLike<number>, rule: Rule): number[] {
  const first = firstPlateaus(above, rule);
  const late = firstPlateaus(risen, rule).filter((n) => !first.some((m) => m <= n && n - m <= LATE));
  return [...first, ...late].toSorted((a, b) => a - b);
}

function firstPlateaus(bits: ArrayLike<number>, { plateau, gap }: Rule): number[] {
  const begins = Array.from({ length: bits.length }, (_, n) =>
    Array.from({ length: plateau }, (_, i) => n + i).every((at) => bits[at] === 1),
  );
  return [...begins.keys()].filter((n) => begins[n] && !begins.slice(Math.max(0, n - gap), n).includes(true));
}
