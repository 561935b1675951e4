import { type Complex, add, complex, div, mul, scale } from "../complex.ts";

/** A modulus k with its complement k′ = √(1 − k²), both to full precision however close k is to 0 or 1. */
export interface Modulus {
  k: number;
  complement: number;
}

/** K(k) = ∫0^π/2 dθ/√(1 − k² sin²θ) by the arithmetic–geometric mean. */
export function completeIntegral({ complement }: Modulus): number {
  let [a, b] = [1, complement];
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (a + b);
}

export const swapped = ({ k, complement }: Modulus): Modulus => ({ k: complement, complement: k });

/** For small k. */
export const modulus = (k: number): Modulus => ({ k, complement: Math.sqrt((1 - k) * (1 + k)) });

/**
 * The modulus k of order N's degree equation N·K′(k)/K(k) = K′(k1)/K(k1), by theta functions of the nome q = q1^(1/N).
 * Source: S. J. Orfanidis, Lecture notes on elliptic filter design, 2006, section 8.
 */
export function degree(order: number, k1: Modulus): Modulus {
  const nome = Math.exp((-Math.PI * completeIntegral(swapped(k1))) / completeIntegral(k1) / order);
  let [even, alternating, half] = [1, 1, 1];
  for (let n = 1; nome ** (n * n) > 1e-18; n++) {
    even += 2 * nome ** (n * n);
    alternating += (n % 2 ? -2 : 2) * nome ** (n * n);
    half += nome ** (n * (n + 1));
  }
  return { k: 4 * Math.sqrt(nome) * (half / even) ** 2, complement: (alternating / even) ** 2 };
}

/** Moduli of the descending Landen transformation, from k down to 0. */
function landen(start: Modulus): number[] {
  const moduli = [start.k];
  let { k, complement } = start;
  while (k > 1e-20) {
    const next = (k / (1 + complement)) ** 2;
    // 1 − next² = 4k′/(1 + k′)², which keeps the digits of a small complement.
    complement = (2 * Math.sqrt(complement)) / (1 + complement);
    k = next;
    moduli.push(k);
  }
  return moduli;
}

/** sn or cd of u·K(k) from its circular limit, by w ← (1 + kₙ)w/(1 + kₙw²). */
function ascend(limit: Complex, modulus: Modulus): Complex {
  return landen(modulus)
    .slice(1)
    .reduceRight((w, k) => div(scale(w, 1 + k), add(complex(1), scale(mul(w, w), k))), limit);
}

/** cd(uK, k) for complex u. */
export function cd(u: Complex, modulus: Modulus): Complex {
  const [a, b] = [(u.re * Math.PI) / 2, (u.im * Math.PI) / 2];
  return ascend(complex(Math.cos(a) * Math.cosh(b), -Math.sin(a) * Math.sinh(b)), modulus);
}

/** The y of sn(jyK, k) = jx. */
export function inverseSnImaginary(x: number, modulus: Modulus): number {
  const moduli = landen(modulus);
  let w = x;
  for (let n = 1; n < moduli.length; n++) w = (2 * w) / ((1 + moduli[n]) * (1 + Math.hypot(1, w * moduli[n - 1])));
  return (2 / Math.PI) * Math.asinh(w);
}
