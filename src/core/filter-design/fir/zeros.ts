import { abs, add, type Complex, complex, conj, div, mul, polar, sub } from "../complex.ts";

/** Taps at the ends below this part of the largest count as a delay, without zeros. */
const NEGLIGIBLE = 1e-14;
const MOST_ROUNDS = 200;

/**
 * Returns all zeros of taps by the method of Ehrlich and Aberth, with conjugates in exact pairs, the upper one first. Zero taps at the ends give no zeros. The error for a zero of multiplicity m is about 10^(−15/m).
 *
 * Source: O. Aberth, Iteration methods for finding all zeros of a polynomial simultaneously, Math. Comp. 27 (1973).
 */
export const tapsZeros = (taps: ArrayLike<number>): Complex[] =>
  paired(complexTapsZeros(Array.from(taps, (tap) => complex(tap))));

/** Returns the zeros of complex taps by the same method, in no particular order. */
export function complexTapsZeros(taps: readonly Complex[]): Complex[] {
  const a = trimmed(taps);
  const count = a.length - 1;
  if (count < 1) return [];
  // Initial points off the real axis with different radii, so that no two stay a conjugate pair.
  const points = Array.from({ length: count }, (_, k) =>
    polar(0.9 + (0.2 * ((k * 7) % count)) / count, (2 * Math.PI * (k + 0.3)) / count + 0.1),
  );
  const left = new Set(points.keys());
  for (let round = 0; round < MOST_ROUNDS && left.size > 0; round++) {
    for (const k of left) {
      const { step, settled } = newton(a, points[k]);
      if (settled) {
        left.delete(k);
        continue;
      }
      let others = complex(0);
      for (let j = 0; j < count; j++) {
        if (j !== k) others = add(others, div(complex(1), sub(points[k], points[j])));
      }
      const move = div(step, sub(complex(1), mul(step, others)));
      points[k] = sub(points[k], move);
      if (abs(move) <= Number.EPSILON * abs(points[k])) left.delete(k);
    }
  }
  return points;
}

function trimmed(all: readonly Complex[]): Complex[] {
  const size = NEGLIGIBLE * Math.max(...all.map(abs));
  const counts = (tap: Complex) => abs(tap) > size;
  return all.slice(all.findIndex(counts), all.findLastIndex(counts) + 1);
}

/** P/P′ at a point, and whether P is only rounding there; outside the circle from the reversed polynomial, which stays small. */
function newton(a: readonly Complex[], z: Complex): { step: Complex; settled: boolean } {
  const degree = a.length - 1;
  const outside = abs(z) > 1;
  const at = outside ? div(complex(1), z) : z;
  const radius = abs(at);
  let [value, slope, size] = [complex(0), complex(0), 0];
  for (let k = 0; k <= degree; k++) {
    const tap = outside ? a[degree - k] : a[k];
    slope = add(mul(slope, at), value);
    value = add(mul(value, at), tap);
    size = size * radius + abs(tap);
  }
  const settled = abs(value) <= 2 * Number.EPSILON * size;
  if (!outside) return { step: div(value, slope), settled };
  // P(z) = zⁿ·Q(1/z): P/P′ = z·Q/(n·Q − Q′/z).
  const below = sub(mul(complex(degree), value), mul(at, slope));
  return { step: mul(z, div(value, below)), settled };
}

/** Zeros of a real polynomial: those nearest to the axis become real, the others exact conjugate pairs. */
function paired(points: readonly Complex[]): Complex[] {
  for (let near = 1e-12; ; near *= 10) {
    const upper = points.filter(({ re, im }) => im > near * Math.hypot(re, im));
    const real = points.filter(({ re, im }) => Math.abs(im) <= near * Math.hypot(re, im));
    if (2 * upper.length + real.length === points.length || near > 1) {
      return [...upper.flatMap((point) => [point, conj(point)]), ...real.map(({ re }) => complex(re))];
    }
  }
}
