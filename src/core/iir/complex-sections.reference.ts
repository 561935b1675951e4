import { add, type Complex, complex, mul, sub } from "../filter-design/complex.ts";
import type { ComplexSection } from "../filter-design/complex-sections.ts";

/** y[n] = Σ b_k·x[n−k] − Σ a_k·y[n−k] of one section after the other, from rest. */
export function complexSections(sections: readonly ComplexSection[], input: readonly Complex[]): Complex[] {
  return sections.reduce(
    (x, { b, a }) => {
      const y: Complex[] = [];
      const sum = (factors: readonly Complex[], values: readonly Complex[], from: number) =>
        factors.reduce((total, factor, k) => add(total, mul(factor, values[from - k] ?? complex(0))), complex(0));
      for (let n = 0; n < x.length; n++) y.push(sub(sum(b, x, n), sum(a, y, n - 1)));
      return y;
    },
    [...input],
  );
}
