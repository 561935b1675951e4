import { type Complex, abs, arg, complex, div, mul, sub } from "./complex.ts";

/**
 * A real filter's native form, gain·Π(s − zeros)/Π(s − poles) of an analog one, gain·Π(1 − zeros·z⁻¹)/Π(1 − poles·z⁻¹) of a digital
 * one; points off the real axis in conjugate pairs. In z⁻¹ points at the origin have no effect, so unequal numbers of zeros and poles cause no delay.
 */
export interface Zpk {
  zeros: readonly Complex[];
  poles: readonly Complex[];
  gain: number;
}

/** Π(at − zeros)/Π(at − poles) without the gain, at a point. */
export function ratio({ zeros, poles }: Pick<Zpk, "zeros" | "poles">, at: Complex): Complex {
  // Factors alternate, so that long products neither overflow nor underflow.
  let value = complex(1);
  for (let i = 0; i < Math.max(zeros.length, poles.length); i++) {
    const above = i < zeros.length ? sub(at, zeros[i]) : complex(1);
    const below = i < poles.length ? sub(at, poles[i]) : complex(1);
    value = mul(value, div(above, below));
  }
  return value;
}

/** Distance from its conjugate, in units of its size, below which a point counts as real. */
const REAL = 100 * Number.EPSILON;

export const isReal = (point: Complex): boolean => Math.abs(point.im) <= REAL * abs(point);

/** One of each conjugate pair (im > 0, by re, then im), and the real points in order. */
export interface Pairs {
  upper: Complex[];
  real: number[];
}

/** Separates conjugate pairs and real points.
 *
 * @param what Named in the error, e.g. "filter-design/sections: zeros".
 * @throws RangeError if a point off the real axis has no conjugate.
 */
export function pairs(points: readonly Complex[], what: string): Pairs {
  const order = (a: Complex, b: Complex) => a.re - b.re || a.im - b.im;
  const real = points
    .filter(isReal)
    .map(({ re }) => re)
    .sort((a, b) => a - b);
  const off = points.filter((point) => !isReal(point));
  const lower = off.filter(({ im }) => im < 0);
  const upper = off
    .filter(({ im }) => im > 0)
    .sort(order)
    .map((point) => {
      const match = lower.findIndex((low) => Math.hypot(low.re - point.re, low.im + point.im) <= REAL * abs(point));
      if (match === -1) throw unpaired(what, point);
      const [low] = lower.splice(match, 1);
      return complex((point.re + low.re) / 2, (point.im - low.im) / 2);
    });
  if (lower.length > 0) throw unpaired(what, lower[0]);
  return { upper, real };
}

const unpaired = (what: string, point: Complex) =>
  new RangeError(`${what} must come in conjugate pairs, got ${show(point)} alone`);

/** A point as text: radius ∠ angle. */
export function show(point: Complex): string {
  if (point.im === 0) return String(Number(point.re.toPrecision(6)));
  return `${Number(abs(point).toPrecision(6))} ∠ ${Number(((arg(point) * 180) / Math.PI).toPrecision(6))}°`;
}
