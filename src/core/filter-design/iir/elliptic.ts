import { unitGain } from "./butterworth.ts";
import { type Complex, complex, conj } from "../complex.ts";
import { cd, completeIntegral, degree, inverseSnImaginary, modulus, swapped } from "./elliptic-functions.ts";
import type { Family } from "./family.ts";

/** ε of the pass band, and k1 = ε/ε of the stop band. */
function epsilons(ripple: number, attenuation: number) {
  const epsilon = Math.sqrt(10 ** (ripple / 10) - 1);
  return { epsilon, k1: modulus(epsilon / Math.sqrt(10 ** (attenuation / 10) - 1)) };
}

/**
 * |H(jω)|² = 1/(1 + ε²R_N²(ω)), equal ripple in both bands, the pass band ending at 1 rad/s: zeros j/(k·cd(uK, k)), poles
 * j·cd((u − jv)K, k), u = (2i − 1)/N, v = sn⁻¹(j/ε, k1)/(jNK1).
 * Source: S. J. Orfanidis, Lecture notes on elliptic filter design, 2006.
 */
export const elliptic: Family = {
  prototype(order, { ripple, attenuation }) {
    const { epsilon, k1 } = epsilons(ripple, attenuation);
    const selectivity = degree(order, k1);
    const v = inverseSnImaginary(1 / epsilon, k1) / order;
    const both = (points: Complex[]) => points.flatMap((point) => [point, conj(point)]);
    const u = Array.from({ length: Math.floor(order / 2) }, (_, i) => (2 * i + 1) / order);
    const zeros = both(u.map((u) => complex(0, 1 / (selectivity.k * cd(complex(u), selectivity).re))));
    const pole = (u: number) => {
      const w = cd(complex(u, -v), selectivity);
      return complex(-w.im, w.re);
    };
    const poles = both(u.map(pole));
    // cd(K − jvK) is imaginary: the odd order's real pole.
    if (order % 2) poles.push(complex(pole(1).re));
    const start = order % 2 ? 1 : 1 / Math.hypot(1, epsilon);
    return { zeros, poles, gain: start * unitGain(zeros, poles) };
  },
  order(selectivity, ripple, attenuation) {
    const { k1 } = epsilons(ripple, attenuation);
    const k = modulus(1 / selectivity);
    return (
      (completeIntegral(k) * completeIntegral(swapped(k1))) / (completeIntegral(swapped(k)) * completeIntegral(k1))
    );
  },
  edge: () => 1,
};
