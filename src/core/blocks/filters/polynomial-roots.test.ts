import { expect, it } from "vitest";
import { add, type Complex, complex, conj, mul, sub } from "../../filter-design/complex.ts";
import { testNormals } from "../../gpu/testing.ts";
import { polynomialRoots, realPolynomialRoots } from "./polynomial-roots.ts";

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

const expanded = (roots: readonly Complex[]) =>
  roots.reduce(
    (list, root) =>
      [...list, complex(0)].map((value, k) => (k > 0 ? sub(value, mul(root, list[k - 1])) : add(value, complex(0)))),
    [complex(1)],
  );

const pair = (re: number, im: number) => [complex(re, im), complex(re, -im)];

it.each<[string, Complex[]]>([
  ["three equal real roots", [-1, -1, -1].map((re) => complex(re))],
  ["different real roots", [0.9, -0.3, 0.1].map((re) => complex(re))],
  ["two equal pairs", [...pair(0.5, 0.5), ...pair(0.5, 0.5)]],
  ["a pair close to the real axis", [...pair(0.9, 1e-4), complex(0.9)]],
  ["zeros at 1 and −1 beside others", [1, 1, -1, 0.5].map((re) => complex(re))],
  ["eight zeros at −1", Array.from({ length: 8 }, () => complex(-1))],
])("gives a real polynomial back for %s", (_, roots) => {
  const coefficients = expanded(roots).map(({ re }) => re);
  const found = realPolynomialRoots(coefficients);
  expect(found).toHaveLength(roots.length);
  for (const { re, im } of found) expect(found).toContainEqual(im === 0 ? complex(re) : conj(complex(re, im)));
  for (const [k, { re, im }] of expanded(found).entries()) {
    expect(Math.abs(re - coefficients[k])).toBeLessThan(1e-7);
    expect(Math.abs(im)).toBeLessThan(1e-12);
  }
});
