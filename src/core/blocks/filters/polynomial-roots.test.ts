import { expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { polynomialRoots } from "./polynomial-roots.ts";

it.each([1, 2, 5, 12, 24])("finds the roots of a polynomial of degree %i", (degree) => {
  const coefficients = [...testNormals(Number(process.env.THREERAY_SEED) + degree, degree + 1)];
  const roots = polynomialRoots(coefficients);
  expect(roots).toHaveLength(degree);
  // The product of the factors (z − root), coefficient by coefficient.
  let product: [number, number][] = [[coefficients[0], 0]];
  for (const { re, im } of roots) {
    const next: [number, number][] = [...product.map(([a, b]): [number, number] => [a, b]), [0, 0]];
    for (const [k, [a, b]] of product.entries()) {
      next[k + 1][0] -= a * re - b * im;
      next[k + 1][1] -= a * im + b * re;
    }
    product = next;
  }
  const largest = Math.max(...coefficients.map(Math.abs));
  for (const [k, [re, im]] of product.entries()) {
    expect(Math.abs(re - coefficients[k]) / largest).toBeLessThan(1e-8);
    expect(Math.abs(im) / largest).toBeLessThan(1e-8);
  }
});
