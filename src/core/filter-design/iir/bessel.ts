import { abs, add, type Complex, complex, div, mul, polar, scale, sub } from "../complex.ts";
import { ratio, type Zpk } from "../zpk.ts";

/** Meaning of an edge at 1 rad/s. "phase": half of the total phase, with the asymptotes of a Butterworth filter. "delay": a group delay of 1 s at 0. "mag": a gain of −3.01 dB. */
export const BESSEL_NORMS = ["phase", "delay", "mag"] as const;
export type BesselNorm = (typeof BESSEL_NORMS)[number];

/**
 * θ_N(0)/θ_N(s) with the reverse Bessel polynomial θ: maximally flat group delay.
 * Source: W. E. Thomson, Delay networks having maximally flat frequency characteristics, 1949.
 */
export function besselPrototype(order: number, norm: BesselNorm): Zpk {
  const roots = reverseBesselRoots(order);
  const size = 1 / normalization(roots, norm);
  const poles = roots.map((root) => scale(root, size));
  return { zeros: [], poles, gain: poles.reduce((product, pole) => product * abs(pole), 1) };
}

/** The frequency at unit delay that becomes 1 rad/s. */
function normalization(roots: readonly Complex[], norm: BesselNorm): number {
  if (norm === "delay") return 1;
  const product = roots.reduce((sum, root) => sum + Math.log(abs(root)), 0);
  if (norm === "phase") return Math.exp(product / roots.length);
  const power = (frequency: number) => {
    const value = ratio({ zeros: [], poles: roots }, complex(0, frequency));
    return Math.log(abs(value)) + product + Math.log(2) / 2;
  };
  let [low, high] = [0, 4 * roots.length];
  while (high - low > 1e-16 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (power(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** Roots of θ_N by Aberth's simultaneous iteration, upper halves of pairs first, each followed by its conjugate. */
function reverseBesselRoots(order: number): Complex[] {
  const coefficients = reverseBessel(order);
  let roots = Array.from({ length: order }, (_, i) => polar(-0.7 * order, (Math.PI * (i + 0.5 - order / 2)) / order));
  for (let step = 0; step < 100; step++) {
    let moved = 0;
    roots = roots.map((s, i) => {
      const newton = newtonStep(coefficients, s);
      const others = roots.reduce(
        (sum, other, j) => (i === j ? sum : add(sum, div(complex(1), sub(s, other)))),
        complex(0),
      );
      const change = div(newton, sub(complex(1), mul(newton, others)));
      moved = Math.max(moved, abs(change) / abs(s));
      return sub(s, change);
    });
    if (moved < 1e-15) break;
  }
  const upper = roots.filter(({ im }) => im > 1e-9).sort((a, b) => a.re - b.re);
  const paired = upper.flatMap((root) => [root, complex(root.re, -root.im)]);
  return order % 2
    ? [...paired, complex(roots.reduce((a, b) => (Math.abs(a.im) < Math.abs(b.im) ? a : b)).re)]
    : paired;
}

/** Integer coefficients of θ_N, highest power first: (N + k)!/(2^k k! (N − k)!). */
function reverseBessel(order: number): bigint[] {
  const coefficients = [1n];
  for (let k = 1; k <= order; k++) {
    coefficients.push((coefficients[k - 1] * BigInt((order + k) * (order - k + 1))) / BigInt(2 * k));
  }
  return coefficients;
}

/** Bits after the point: float64 loses every digit of θ_25 near its roots. */
const POINT = 200n;
const UNIT = 2 ** Number(POINT);

/** θ(s)/θ′(s), both by Horner's rule in fixed point. */
function newtonStep(coefficients: readonly bigint[], s: Complex): Complex {
  const [re, im] = [BigInt(Math.round(s.re * UNIT)), BigInt(Math.round(s.im * UNIT))];
  let [a, b, da, db] = [0n, 0n, 0n, 0n];
  for (const coefficient of coefficients) {
    [da, db] = [((da * re - db * im) >> POINT) + a, ((da * im + db * re) >> POINT) + b];
    [a, b] = [((a * re - b * im) >> POINT) + (coefficient << POINT), (a * im + b * re) >> POINT];
  }
  return div(scale(complex(Number(a), Number(b)), 1 / UNIT), scale(complex(Number(da), Number(db)), 1 / UNIT));
}
