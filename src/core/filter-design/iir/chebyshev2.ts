import { angles, discrimination, unitGain } from "./butterworth.ts";
import { chebyshev1 } from "./chebyshev1.ts";
import { complex, div } from "../complex.ts";
import type { Family } from "./family.ts";

/**
 * |H(jω)|² = 1/(1 + 1/(ε²T_N²(1/ω))), ε² = 1/(10^(A/10) − 1): flat at 0, equal ripple A dB down from 1 rad/s on, zeros
 * at j/sin(πm/2N).
 */
export const chebyshev2: Family = {
  prototype(order, { attenuation }) {
    const mu = Math.asinh(Math.sqrt(10 ** (attenuation / 10) - 1)) / order;
    const zeros = angles(order)
      .filter((theta) => theta !== 0)
      .map((theta) => complex(0, 1 / Math.sin(theta)));
    const poles = angles(order).map((theta) =>
      div(complex(1), complex(-Math.sinh(mu) * Math.cos(theta), -Math.cosh(mu) * Math.sin(theta))),
    );
    return { zeros, poles, gain: unitGain(zeros, poles) };
  },
  order: chebyshev1.order,
  edge: (order, ripple, attenuation) => Math.cosh(Math.acosh(discrimination(ripple, attenuation)) / order),
};
