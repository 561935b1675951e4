import { angles, discrimination, unitGain } from "./butterworth.ts";
import { complex } from "../complex.ts";
import type { Family } from "./family.ts";

/**
 * |H(jω)|² = 1/(1 + ε²T_N²(ω)), ε² = 10^(R/10) − 1: poles −sinh(μ + jθ), μ = asinh(1/ε)/N, θ = πm/2N; equal ripple of
 * R dB up to 1 rad/s.
 */
export const chebyshev1: Family = {
  prototype(order, { ripple }) {
    const epsilon = Math.sqrt(10 ** (ripple / 10) - 1);
    const mu = Math.asinh(1 / epsilon) / order;
    const poles = angles(order).map((theta) =>
      complex(-Math.sinh(mu) * Math.cos(theta), -Math.cosh(mu) * Math.sin(theta)),
    );
    // An even order starts at the bottom of a ripple.
    const start = order % 2 ? 1 : 1 / Math.hypot(1, epsilon);
    return { zeros: [], poles, gain: start * unitGain([], poles) };
  },
  order: (selectivity, ripple, attenuation) =>
    Math.acosh(discrimination(ripple, attenuation)) / Math.acosh(selectivity),
  edge: () => 1,
};
