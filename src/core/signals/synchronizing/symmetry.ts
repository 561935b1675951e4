import type { LinearKind } from "./constellations.ts";
import type { LinearFit } from "./linear.ts";

/** Strength of a line beyond the strongest of as many values of noise, of which a kind is as likely as none. */
const BEYOND = 3;
/** |Mean of s²| over the mean power of which symbols are as likely real as not, and its standard deviation. */
const [REAL, REAL_SD] = [0.4, 0.03];

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/**
 * Probability that symbols have the symmetry of a kind. Symbols with M phases give xᴹ a spectral line; with 16 or more phases, x⁸ has no line.
 * All symbols of BPSK and of PAM lie on a straight line through 0, so x² has a spectral line. The other kinds give x² no line.
 */
export function symmetryOf({ line, symbols }: Pick<LinearFit, "line" | "symbols">, { power }: LinearKind): number {
  const hasPhases = logistic(line - Math.log(symbols.length) - BEYOND);
  if (power === 2) return hasPhases;
  let [re, im, total] = [0, 0, 0];
  for (let k = 0; k < symbols.length; k += 2) {
    const [x, y] = [symbols[k], symbols[k + 1]];
    re += x * x - y * y;
    im += 2 * x * y;
    total += x * x + y * y;
  }
  return hasPhases * logistic((REAL - Math.hypot(re, im) / total) / REAL_SD);
}
