/** A complex number in float64. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

export const complex = (re: number, im = 0): Complex => ({ re, im });
export const polar = (radius: number, angle: number): Complex =>
  complex(radius * Math.cos(angle), radius * Math.sin(angle));
export const conj = ({ re, im }: Complex): Complex => complex(re, -im);
export const add = (a: Complex, b: Complex): Complex => complex(a.re + b.re, a.im + b.im);
export const sub = (a: Complex, b: Complex): Complex => complex(a.re - b.re, a.im - b.im);
export const mul = (a: Complex, b: Complex): Complex => complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
export const scale = (a: Complex, factor: number): Complex => complex(a.re * factor, a.im * factor);
export const abs = ({ re, im }: Complex): number => Math.hypot(re, im);
export const arg = ({ re, im }: Complex): number => Math.atan2(im, re);

export function div(a: Complex, b: Complex): Complex {
  const power = b.re * b.re + b.im * b.im;
  return complex((a.re * b.re + a.im * b.im) / power, (a.im * b.re - a.re * b.im) / power);
}

/** The square root with re ≥ 0. Off the negative real axis, conjugates give exact conjugates. */
export function sqrt(a: Complex): Complex {
  const modulus = abs(a);
  if (modulus === 0) return complex(0);
  // The one of |a| ± re without cancellation; the other from re·im = im(a)/2.
  const large = Math.sqrt((modulus + Math.abs(a.re)) / 2);
  const small = Math.abs(a.im) / (2 * large);
  const sign = a.im < 0 ? -1 : 1;
  return a.re >= 0 ? complex(large, sign * small) : complex(small, sign * large);
}

export const product = (factors: readonly Complex[]): Complex => factors.reduce(mul, complex(1));
