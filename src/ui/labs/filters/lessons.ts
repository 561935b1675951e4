import type { Lesson } from "../../figures/lesson.ts";

const OPPENHEIM = "A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, Prentice Hall";

export const MAGNITUDE_LESSON: Lesson = {
  equation: [
    String.raw`H(e^{j\omega}) = g\,\frac{\prod_i (1 - z_i e^{-j\omega})}{\prod_i (1 - p_i e^{-j\omega})}, \qquad \omega = \frac{2\pi f}{f_s}`,
    String.raw`G(f) = 20\log_{10}\bigl|H(e^{j\omega})\bigr|\ \mathrm{dB}`,
  ],
  where: [
    ["z_i, p_i", "zeros and poles; a FIR filter has no poles but at the origin"],
    ["f_s", "sample rate"],
    [String.raw`\text{ripple}`, "most that gains of the pass band differ; an IIR filter's greatest is 1"],
    [String.raw`\text{attenuation}`, "least distance of the stop band from 0 dB"],
  ],
  source: `${OPPENHEIM}, chapter 7. Orders: the formulas of each family, as SciPy's buttord, cheb1ord, cheb2ord and ellipord. FIR lengths: Kaiser's estimate, then the shortest that keeps the mask.`,
  changes: [
    "A narrower transition: the order grows, for FIR filters in proportion to 1 over its width.",
    "More attenuation: a few more poles, or many more taps.",
    "Less ripple: the same, more slowly.",
    "Elliptic in place of Butterworth: the same mask with the fewest poles.",
  ],
};

export const PLANE_LESSON: Lesson = {
  equation: [
    String.raw`\bigl|H(e^{j\omega})\bigr| = |g|\,\frac{\prod_i |e^{j\omega} - z_i|}{\prod_i |e^{j\omega} - p_i|}`,
    String.raw`\text{stable} \iff |p_i| < 1 \text{ for all } i`,
  ],
  where: [
    [String.raw`e^{j\omega}`, "a point of the unit circle: angle 0 is frequency 0, angle 180° half the sample rate"],
    [
      String.raw`|e^{j\omega} - z_i|`,
      "distance from a zero: a zero on the circle lets nothing of its frequency through",
    ],
    [
      String.raw`|e^{j\omega} - p_i|`,
      "distance from a pole: the nearer to the circle, the higher and sharper the peak",
    ],
  ],
  source: `${OPPENHEIM}, chapter 5. Points off the real axis come in conjugate pairs, since coefficients are real.`,
  changes: [
    "A pole nearer to the circle: a sharper peak, that rings for longer.",
    "A pole outside: the response to anything grows without end.",
    "A zero on the circle: a notch; off it, a dip.",
    "A zero mirrored at the circle: the same magnitude, another phase.",
  ],
};

export const PHASE_LESSON: Lesson = {
  equation: String.raw`\varphi(\omega) = \arg H(e^{j\omega}), \qquad \tau(\omega) = -\frac{d\varphi}{d\omega}`,
  where: [
    [String.raw`\varphi`, "phase, followed from frequency 0 on; it steps by 180° at a zero on the circle"],
    [String.raw`\tau`, "group delay in samples: by how much what is about this frequency comes later"],
  ],
  source: `${OPPENHEIM}, chapter 5. Each zero and pole gives its part by a formula: nothing is differentiated numerically.`,
  changes: [
    "Symmetric taps: the phase is a straight line, and the delay half their number, everywhere.",
    "A sharper IIR filter: the delay peaks at the edge of the pass band.",
    "Bessel: the delay stays flat through the pass band.",
    "Twice the sample rate with the same edges: twice as many samples, the same time.",
  ],
};

export const TIME_LESSON: Lesson = {
  equation: [String.raw`y[n] = \sum_k h[k]\,x[n-k]`, String.raw`s[n] = \sum_{k=0}^{n} h[k], \qquad s[\infty] = H(1)`],
  where: [
    ["h[n]", "what comes out for a 1 and then zeros: of a FIR filter the taps themselves"],
    ["s[n]", "what comes out for ones from now on"],
    ["H(1)", "gain at frequency 0, where the step ends"],
  ],
  source: `${OPPENHEIM}, chapter 2. Computed in float64 from the sections or the taps.`,
  changes: [
    "Poles nearer to the circle: a longer ringing, by the radius to the power n.",
    "A sharper edge: more overshoot of the step.",
    "Bessel, or a Gaussian-like window: hardly any overshoot.",
    "A pole outside the circle: the response grows instead.",
  ],
};

export const COEFFICIENTS_LESSON: Lesson = {
  equation: [
    String.raw`H(z) = \prod_k \frac{b_{0k} + b_{1k}z^{-1} + b_{2k}z^{-2}}{1 + a_{1k}z^{-1} + a_{2k}z^{-2}}`,
    String.raw`\text{or}\quad H(z) = \sum_n h[n]\,z^{-n}`,
  ],
  where: [
    ["b, a", "a row of each section: a pair of zeros, and a pair of poles"],
    ["h[n]", "taps"],
  ],
  source: `${OPPENHEIM}, chapter 6. Poles are paired with the zeros nearest to them; of all orders of up to ten sections the one with the least float32 noise is taken.`,
  changes: [
    "A high order in one polynomial: rounding moves its roots, out of the circle at last; sections keep them in place.",
    "Another order of the sections: the same response, another noise.",
    "float32 in place of float64: noise as the strip forecasts it.",
  ],
};
