import { abs, add, type Complex, complex, conj, div, mul, polar, sub } from "../../filter-design/complex.ts";

const ROUNDS = 500;

/**
 * Returns the roots of c[0]·zᴺ + c[1]·zᴺ⁻¹ + … + c[N], c[0] ≠ 0, all at once (Durand and Kerner). Multiple roots are
 * accurate to about the root of the float64 resolution only.
 */
export function polynomialRoots(coefficients: readonly number[]): Complex[] {
  const monic = coefficients.map((value) => value / coefficients[0]);
  const order = monic.length - 1;
  const radius = 1 + Math.max(0, ...monic.slice(1).map(Math.abs));
  let roots = Array.from({ length: order }, (_, i) =>
    polar(Math.min(radius, 2) * 0.7, (2 * Math.PI * i) / order + 0.4),
  );
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    roots = roots.map((root, i) => {
      const value = monic.reduce((sum, c) => add(mul(sum, root), complex(c)), complex(0));
      const others = roots.reduce(
        (product, other, j) => (j === i ? product : mul(product, sub(root, other))),
        complex(1),
      );
      if (abs(others) === 0) return add(root, complex(1e-8, 1e-8));
      const step = div(value, others);
      moved = Math.max(moved, abs(step));
      return sub(root, step);
    });
    if (moved < 1e-15) break;
  }
  return roots;
}

/** Largest remainder of a division by z ∓ 1 that counts as rounding of the coefficients, relative to their sum. */
const ROUNDING = 1e-8;

/**
 * Returns the roots of a polynomial with real coefficients as exact conjugate pairs and real numbers. Zeros at ±1, which
 * designs of filters have many times, are divided out first: found together they would be inaccurate.
 */
export function realPolynomialRoots(coefficients: readonly number[]): Complex[] {
  const ends: Complex[] = [];
  let rest = coefficients;
  for (const end of [1, -1]) {
    for (let quotient = dividedBy(rest, end); quotient; quotient = dividedBy(rest, end)) {
      ends.push(complex(end));
      rest = quotient;
    }
  }
  return [...ends, ...paired(polynomialRoots(rest))];
}

/** Returns the polynomial divided by z − root, or undefined if it is no root. */
function dividedBy(coefficients: readonly number[], root: number): number[] | undefined {
  const quotient: number[] = [];
  for (const value of coefficients) quotient.push(value + root * (quotient.at(-1) ?? 0));
  const remainder = quotient.pop() as number;
  const scale = coefficients.reduce((sum, value) => sum + Math.abs(value), 0);
  return quotient.length > 0 && Math.abs(remainder) <= ROUNDING * scale ? quotient : undefined;
}

/** The roots around a multiple root are scattered: a root's mirror is the nearest one, not one at the exact place. */
function paired(roots: readonly Complex[]): Complex[] {
  let left = roots.toSorted((a, b) => Math.abs(b.im) - Math.abs(a.im));
  const pairs: Complex[] = [];
  while (left.length > 0) {
    const [root, ...others] = left;
    const distances = others.map((other) => abs(sub(other, conj(root))));
    const nearest = distances.indexOf(Math.min(...distances));
    if (nearest === -1 || 2 * Math.abs(root.im) <= distances[nearest]) {
      pairs.push(complex(root.re));
      left = others;
      continue;
    }
    const re = (root.re + others[nearest].re) / 2;
    const im = (root.im - others[nearest].im) / 2;
    pairs.push(complex(re, im), complex(re, -im));
    left = others.toSpliced(nearest, 1);
  }
  return pairs;
}
