import { abs, add, type Complex, complex, div, mul, scale, sqrt, sub } from "./complex.ts";
import type { Section } from "./sections.ts";

/** (b0 + b1z⁻¹ + b2z⁻²)/(1 + a1z⁻¹ + a2z⁻²) with complex coefficients. */
export interface ComplexSection {
  b: readonly [Complex, Complex, Complex];
  a: readonly [Complex, Complex];
}

/** Zeros, poles and gain; points off the real axis need no conjugates. */
export interface ComplexZpk {
  zeros: Complex[];
  poles: Complex[];
  gain: Complex;
}

export const toComplexSection = ([b0, b1, b2, , a1, a2]: Section): ComplexSection => ({
  b: [complex(b0), complex(b1), complex(b2)],
  a: [complex(a1), complex(a2)],
});

/** Zeros, poles and gain of sections: their quadratics' roots. Points at the origin have no effect and are omitted. */
export function complexZpk(sections: readonly ComplexSection[]): ComplexZpk {
  const isThere = (point: Complex) => abs(point) > 0;
  let gain = complex(1);
  const zeros = sections.flatMap(({ b }) => {
    const lead = b.findIndex(isThere);
    // A numerator that starts with z⁻¹ has one zero less.
    const above = lead === -1 ? [complex(0)] : b.slice(lead);
    gain = mul(gain, above[0]);
    return roots(above);
  });
  const poles = sections.flatMap(({ a }) => roots([complex(1), ...a]));
  return { zeros: zeros.filter(isThere), poles: poles.filter(isThere), gain };
}

/** Roots of c0x² + c1x + c2, or of a shorter polynomial, by formulas without cancellation. */
function roots(coefficients: readonly Complex[]): Complex[] {
  if (coefficients.length < 2) return [];
  const [first, ...rest] = coefficients.map((value) => div(value, coefficients[0]));
  if (rest.length === 1) return [sub(complex(0), rest[0])];
  const half = scale(rest[0], -0.5);
  const root = sqrt(sub(mul(half, half), mul(first, rest[1])));
  const large = half.re * root.re + half.im * root.im >= 0 ? add(half, root) : sub(half, root);
  return [large, abs(large) === 0 ? complex(0) : div(rest[1], large)];
}

/** The two state values of each section. */
export type ComplexCascadeState = [Complex, Complex][];

export const complexRestState = (sections: readonly ComplexSection[]): ComplexCascadeState =>
  sections.map(() => [complex(0), complex(0)]);

/**
 * Filters complex samples by sections in turn, in float64, transposed direct form II.
 *
 * @param x Pairs.
 * @param state States before x, replaced by the states after it; from rest by default.
 * @returns Pairs.
 */
export function complexCascade(
  sections: readonly ComplexSection[],
  x: ArrayLike<number>,
  state = complexRestState(sections),
): Float64Array {
  const y = Float64Array.from(x);
  for (const [i, { b, a }] of sections.entries()) {
    let [{ re: s1r, im: s1i }, { re: s2r, im: s2i }] = state[i];
    const [b0, b1, b2] = b;
    const [a1, a2] = a;
    for (let n = 0; n < y.length; n += 2) {
      const [xr, xi] = [y[n], y[n + 1]];
      const yr = b0.re * xr - b0.im * xi + s1r;
      const yi = b0.re * xi + b0.im * xr + s1i;
      s1r = b1.re * xr - b1.im * xi - (a1.re * yr - a1.im * yi) + s2r;
      s1i = b1.re * xi + b1.im * xr - (a1.re * yi + a1.im * yr) + s2i;
      s2r = b2.re * xr - b2.im * xi - (a2.re * yr - a2.im * yi);
      s2i = b2.re * xi + b2.im * xr - (a2.re * yi + a2.im * yr);
      y[n] = yr;
      y[n + 1] = yi;
    }
    state[i] = [complex(s1r, s1i), complex(s2r, s2i)];
  }
  return y;
}
