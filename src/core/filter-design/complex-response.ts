import { type Complex, complex, div, mul } from "./complex.ts";
import type { Response } from "./response.ts";

/** Σ b_k·z^−k over Σ a_k·z^−k. */
export interface Quotient {
  b: readonly Complex[];
  a: readonly Complex[];
}

/**
 * Response of a product of quotients with complex coefficients; delay by Re Σn·c[n]e^−jωn / Σc[n]e^−jωn of numerators minus the same of denominators. The phase is unwrapped along the frequencies, so they must be dense.
 *
 * @param frequencies In units of the Nyquist frequency, −1 … 1.
 */
export function complexResponse(quotients: readonly Quotient[], frequencies: ArrayLike<number>): Response {
  const made = () => new Float64Array(frequencies.length);
  const response = { gainDb: made(), phase: made(), delay: made() };
  let previous = 0;
  for (let i = 0; i < frequencies.length; i++) {
    const omega = Math.PI * frequencies[i];
    let h = complex(1);
    let delay = 0;
    for (const { b, a } of quotients) {
      const [above, below] = [at(b, omega), at(a, omega)];
      h = mul(h, div(above.value, below.value));
      delay += above.delay - below.delay;
    }
    const angle = Math.atan2(h.im, h.re);
    previous = angle + 2 * Math.PI * Math.round((previous - angle) / (2 * Math.PI));
    response.gainDb[i] = 10 * Math.log10(h.re ** 2 + h.im ** 2);
    response.phase[i] = previous;
    response.delay[i] = delay;
  }
  return response;
}

/** A polynomial in e^−jω, and its group delay: 0 at a zero. */
function at(coefficients: readonly Complex[], omega: number): { value: Complex; delay: number } {
  let [re, im, slopeRe, slopeIm] = [0, 0, 0, 0];
  for (const [n, c] of coefficients.entries()) {
    const [cos, sin] = [Math.cos(omega * n), Math.sin(omega * n)];
    const [x, y] = [c.re * cos + c.im * sin, c.im * cos - c.re * sin];
    re += x;
    im += y;
    slopeRe += n * x;
    slopeIm += n * y;
  }
  const power = re * re + im * im;
  return { value: complex(re, im), delay: power === 0 ? 0 : (slopeRe * re + slopeIm * im) / power };
}
