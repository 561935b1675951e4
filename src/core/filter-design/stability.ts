import { abs, type Complex } from "./complex.ts";
import { show } from "./zpk.ts";

/** Whether all poles are inside the unit circle. */
export interface Stability {
  stable: boolean;
  /** Largest pole radius; 0 without poles. */
  radius: number;
  /** The pole there. */
  pole: Complex | undefined;
  /** A sentence part that names the pole. */
  verdict: string;
}

/** A filter is stable if all its poles are inside the circle. */
export function stability(poles: readonly Complex[]): Stability {
  if (poles.length === 0) return { stable: true, radius: 0, pole: undefined, verdict: "stable: no poles" };
  const pole = poles.reduce((worst, pole) => (abs(pole) > abs(worst) ? pole : worst));
  const radius = abs(pole);
  // Names the upper one of a conjugate pair.
  const paired = poles.some(({ re, im }) => re === pole.re && im === -pole.im);
  const named = show(paired ? { re: pole.re, im: Math.abs(pole.im) } : pole);
  if (radius < 1) {
    const left = Number((1 - radius).toPrecision(3));
    return { stable: true, radius, pole, verdict: `stable: pole ${named} is nearest the unit circle, ${left} inside` };
  }
  const place = radius === 1 ? "on" : "outside";
  return { stable: false, radius, pole, verdict: `unstable: pole ${named} lies ${place} the unit circle` };
}
