import type { Lesson } from "../../figures/lesson.ts";

const OPPENHEIM = "A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, Prentice Hall";

export const MAGNITUDE_LESSON: Lesson = {
  equation: [
    String.raw`H(e^{j\omega}) = g\,\frac{\prod_i (1 - z_i e^{-j\omega})}{\prod_i (1 - p_i e^{-j\omega})}, \qquad \omega = \frac{2\pi f}{f_s}`,
    String.raw`G(f) = 20\log_{10}\bigl|H(e^{j\omega})\bigr|\ \mathrm{dB}`,
  ],
  where: [
    ["z_i, p_i", "zeros and poles; a FIR filter has poles at the origin only"],
    ["f_s", "sample rate"],
    [String.raw`\text{ripple}`, "largest difference of gains in the pass band; an IIR filter’s largest gain is 1"],
    [String.raw`\text{attenuation}`, "smallest distance of the stop band’s gain from 0 dB"],
  ],
  source: `${OPPENHEIM}, chapter 7. Orders: the formulas of each family, as SciPy's buttord, cheb1ord, cheb2ord and ellipord. FIR lengths: Threeray starts at Kaiser's estimate and searches for the shortest filter that keeps the mask.`,
  changes: [
    "A narrower transition: the order grows. A FIR filter’s length is proportional to 1 over the transition width.",
    "More attenuation: a few more poles, or many more taps.",
    "Less ripple: the order grows slowly.",
    "Elliptic in place of Butterworth: the same mask with the lowest order.",
  ],
};

export const PLANE_LESSON: Lesson = {
  equation: [
    String.raw`\bigl|H(e^{j\omega})\bigr| = |g|\,\frac{\prod_i |e^{j\omega} - z_i|}{\prod_i |e^{j\omega} - p_i|}`,
    String.raw`\text{causal filter stable} \iff |p_i| < 1 \text{ for all } i`,
  ],
  where: [
    [String.raw`e^{j\omega}`, "a point of the unit circle: 0° is frequency 0, and 180° is half the sample rate"],
    [String.raw`|e^{j\omega} - z_i|`, "distance from a zero: a zero on the circle blocks its frequency"],
    [
      String.raw`|e^{j\omega} - p_i|`,
      "distance from a pole: the nearer to the circle, the higher and sharper the peak",
    ],
  ],
  source: `${OPPENHEIM}, chapter 5. Real coefficients have conjugate pairs of zeros and poles off the real axis. The condition takes all poles of the structure: a pole that a zero cancels counts, too.`,
  changes: [
    "A pole nearer to the circle: a sharper peak and longer ringing.",
    "A pole outside the circle: the filter is unstable, and its impulse response grows without bound.",
    "A zero on the circle: a notch; off it, a dip.",
    "A zero mirrored at the circle: the same magnitude up to a factor, another phase.",
  ],
};

export const PHASE_LESSON: Lesson = {
  equation: String.raw`\varphi(\omega) = \arg H(e^{j\omega}), \qquad \tau(\omega) = -\frac{d\varphi}{d\omega}`,
  where: [
    [String.raw`\varphi`, "phase, unwrapped from frequency 0 on; it jumps by 180° at a zero on the circle"],
    [String.raw`\tau`, "group delay in samples: delay of a narrow band about this frequency"],
  ],
  source: `${OPPENHEIM}, chapter 5. Each zero and pole contributes a closed formula, without numerical differentiation.`,
  changes: [
    "Symmetric taps: the phase is linear, and the delay is half of one less than their number at all frequencies.",
    "A sharper IIR filter: the delay peaks at the edge of the pass band.",
    "Bessel: the delay stays flat through the pass band.",
    "Twice the sample rate with the same edges: a delay of about twice as many samples, and the same time.",
  ],
};

export const TIME_LESSON: Lesson = {
  equation: [String.raw`y[n] = \sum_k h[k]\,x[n-k]`, String.raw`s[n] = \sum_{k=0}^{n} h[k], \qquad s[\infty] = H(1)`],
  where: [
    ["h[n]", "impulse response: the output for 1, 0, 0, …; for a FIR filter, its taps"],
    ["s[n]", "unit step response: the output for 1, 1, 1, …"],
    ["H(1)", "gain at frequency 0, the limit of the step response"],
  ],
  source: `${OPPENHEIM}, chapter 2. Threeray computes both in float64, from the sections or the taps.`,
  changes: [
    "Poles nearer to the circle: longer ringing, as it decays with the radius to the power n.",
    "A sharper edge: the step response overshoots more.",
    "Bessel, or taps that are themselves Gaussian: hardly any overshoot.",
    "A pole outside the circle: the response grows.",
  ],
};

export const COEFFICIENTS_LESSON: Lesson = {
  equation: [
    String.raw`H(z) = \prod_k \frac{b_{0k} + b_{1k}z^{-1} + b_{2k}z^{-2}}{1 + a_{1k}z^{-1} + a_{2k}z^{-2}}`,
    String.raw`\text{or}\quad H(z) = \sum_n h[n]\,z^{-n}`,
  ],
  where: [
    ["b, a", "coefficients of a section, one row: a pair of zeros and a pair of poles"],
    ["h[n]", "taps"],
  ],
  source: `${OPPENHEIM}, chapter 6. Each pair of poles takes the nearest zeros. For up to ten sections Threeray tries all orders and keeps the one with the least float32 noise.`,
  changes: [
    "A high order in one polynomial: rounding moves the poles, and may move them out of the circle. Sections keep them in place.",
    "Another order of the sections: the same response, a different noise.",
    "float32 in place of float64: the noise that the strip predicts.",
  ],
};
