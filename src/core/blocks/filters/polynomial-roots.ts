import { abs, add, type Complex, complex, div, mul, polar, sub } from "../../filter-design/complex.ts";

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
