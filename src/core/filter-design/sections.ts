import { type Complex, abs, complex, sub } from "./complex.ts";
import { pairs, type Zpk } from "./zpk.ts";

/** b0, b1, b2, a0 = 1, a1, a2 of (b0 + b1z⁻¹ + b2z⁻²)/(1 + a1z⁻¹ + a2z⁻²): a row of SciPy's sos. */
export type Section = readonly [number, number, number, number, number, number];

/** Points not yet assigned to sections: one of each conjugate pair, and the real ones. */
type Pool = Complex[];

const isReal = ({ im }: Complex) => im === 0;

/** Removes the point with the smallest `measure` from the pool, optionally among real points only. */
function take(pool: Pool, measure: (point: Complex) => number, realOnly = false): Complex {
  let best = -1;
  for (let i = 0; i < pool.length; i++) {
    if (realOnly && !isReal(pool[i])) continue;
    if (best === -1 || measure(pool[i]) < measure(pool[best])) best = i;
  }
  return pool.splice(best, 1)[0];
}

const near = (target: Complex) => (point: Complex) => abs(sub(point, target));
const fromCircle = (point: Complex) => Math.abs(1 - abs(point));

/** 1, −(p + q), pq of real p, q or of a pair p, p*. */
function quadratic(first: Complex, second: Complex | undefined): [number, number, number] {
  if (!second) return [1, -2 * first.re, first.re ** 2 + first.im ** 2];
  return [1, -(first.re + second.re), first.re * second.re];
}

/**
 * Second-order sections, paired as SciPy's zpk2sos does with "nearest": the pole nearest the circle takes the zeros nearest to it,
 * and its section is the last; real points pair with real ones; an odd count gets a pole and a zero at the origin. The gain is
 * the first section's.
 *
 * @throws RangeError if points off the real axis are not in conjugate pairs.
 */
export function toSections({ zeros, poles, gain }: Zpk): Section[] {
  if (zeros.length + poles.length === 0) return [[gain, 0, 0, 1, 0, 0]];
  const length = 2 * Math.ceil(Math.max(zeros.length, poles.length) / 2);
  const pool = (points: readonly Complex[], what: string): Pool => {
    const origin = Array.from({ length: length - points.length }, () => complex(0));
    const { upper, real } = pairs([...points, ...origin], `filter-design/sections: ${what}`);
    return [...upper, ...real.map((re) => complex(re))];
  };
  const [z, p] = [pool(zeros, "zeros"), pool(poles, "poles")];
  const sections: Section[] = [];
  while (p.length > 0) {
    const pole = take(p, fromCircle);
    const zero = take(z, near(pole));
    const otherPole = isReal(pole) ? take(p, fromCircle, true) : undefined;
    const otherZero = isReal(zero) ? take(z, near(pole), true) : undefined;
    sections.unshift([...quadratic(zero, otherZero), ...quadratic(pole, otherPole)]);
  }
  const [b0, b1, b2, ...below] = sections[0];
  sections[0] = [gain * b0, gain * b1, gain * b2, ...below];
  return sections;
}

/** Zeros, poles and gain of sections: their quadratics' roots. */
export function fromSections(sections: readonly Section[]): Zpk {
  const zeros: Complex[] = [];
  const poles: Complex[] = [];
  let gain = 1;
  for (const [b0, b1, b2, a0, a1, a2] of sections) {
    const above = [b0, b1, b2];
    // A numerator that starts with z⁻¹ has one zero less.
    while (above.length > 1 && above[0] === 0) above.shift();
    gain *= above[0] / a0;
    zeros.push(...roots(above));
    poles.push(...roots([a0, a1, a2]));
  }
  // Points at the origin that cancel are the padding of shorter sections.
  const isOrigin = (point: Complex) => abs(point) === 0;
  const common = Math.min(zeros.filter(isOrigin).length, poles.filter(isOrigin).length);
  const dropped = (points: Complex[]) => {
    let left = common;
    return points.filter((point) => !isOrigin(point) || left-- <= 0);
  };
  return { zeros: dropped(zeros), poles: dropped(poles), gain };
}

/** Roots of c0x² + c1x + c2, or of a shorter polynomial, by formulas without cancellation. */
function roots(coefficients: readonly number[]): Complex[] {
  if (coefficients.length < 2) return [];
  if (coefficients.length === 2) return [complex(-coefficients[1] / coefficients[0])];
  const [c0, c1, c2] = coefficients;
  const half = -c1 / (2 * c0);
  const discriminant = half * half - c2 / c0;
  if (discriminant < 0) {
    const im = Math.sqrt(-discriminant);
    return [complex(half, im), complex(half, -im)];
  }
  const large = half + (half < 0 ? -1 : 1) * Math.sqrt(discriminant);
  return [complex(large), complex(large === 0 ? 0 : c2 / c0 / large)];
}
