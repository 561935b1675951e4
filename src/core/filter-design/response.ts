import { abs, type Complex, complex, div, sub } from "./complex.ts";
import type { Zpk } from "./zpk.ts";

/** Values at each requested frequency. */
export interface Response {
  /** 20·log10|H|; −∞ at a zero. */
  gainDb: Float64Array;
  /** Radians, continuous except for steps of π at zeros on the circle; 0 or π at frequency 0. */
  phase: Float64Array;
  /** Group delay −dφ/dω in samples. */
  delay: Float64Array;
}

/** |H| of a digital filter at a point z of the circle. */
export function magnitudeAt({ zeros, poles, gain }: Zpk, z: Complex): number {
  let value = Math.abs(gain);
  for (let i = 0; i < Math.max(zeros.length, poles.length); i++) {
    const above = i < zeros.length ? sub(z, zeros[i]) : complex(1);
    const below = i < poles.length ? sub(z, poles[i]) : complex(1);
    value *= abs(div(above, below));
  }
  return value;
}

/**
 * Returns the response of a digital filter as a sum over its zeros and poles, without unwrapping or numerical differentiation. At a point q = re^jθ, φ = ω − θ: |1 − qe^−jω|² = (1 − r)² + 4r·sin²(φ/2), phase arg(1 − r·cos φ + jr·sin φ), delay
 * r(r − cos φ)/|1 − qe^−jω|².
 *
 * @param frequencies In units of the Nyquist frequency, 0 … 1.
 */
export function zpkResponse({ zeros, poles, gain }: Zpk, frequencies: ArrayLike<number>): Response {
  const length = frequencies.length;
  const factors = [...zeros.map((q) => factor(q, 1)), ...poles.map((q) => factor(q, -1))];
  const inverting = factors.filter(({ inverts }) => inverts).length + (gain < 0 ? 1 : 0);
  const response = {
    gainDb: new Float64Array(length),
    phase: new Float64Array(length),
    delay: new Float64Array(length),
  };
  for (let i = 0; i < length; i++) {
    const omega = Math.PI * frequencies[i];
    let [power, phase, delay] = [2 * Math.log(Math.abs(gain)), inverting % 2 ? Math.PI : 0, 0];
    for (const { r, theta, sign } of factors) {
      const phi = omega - theta;
      const versine = 2 * Math.sin(phi / 2) ** 2;
      const distance = (1 - r) ** 2 + 2 * r * versine;
      power += sign * Math.log(distance);
      delay += sign * (distance === 0 ? 0.5 : (r * (r - 1 + versine)) / distance);
      phase += sign * angle(r, phi, omega);
    }
    response.gainDb[i] = (10 * power) / Math.LN10;
    response.phase[i] = phase;
    response.delay[i] = delay;
  }
  return response;
}

/** A zero (sign 1) or a pole (−1); on the real axis beyond 1 it changes the sign at frequency 0. */
const factor = ({ re, im }: Complex, sign: 1 | -1) => ({
  r: Math.hypot(re, im),
  theta: Math.atan2(im, re),
  sign,
  inverts: im === 0 && re > 1,
});

/** arg(1 − qe^−jω), continuous in ω: outside the circle −qe^−jω is factored out, whose phase is linear in ω; the constants of conjugates cancel. */
function angle(r: number, phi: number, omega: number): number {
  if (r <= 1) return Math.atan2(r * Math.sin(phi), 1 - r * Math.cos(phi));
  return -omega - Math.atan2(Math.sin(phi), r - Math.cos(phi));
}
